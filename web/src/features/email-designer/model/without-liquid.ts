/** A template for the eye: merge fields show their fallback, and conditions are left out. */
export const withoutLiquid = (template: string): string =>
  template
    .replace(/\{\{[^{}]*\| default: (?:"([^"]*)"|'([^']*)')\s*\}\}/g, (_field, double?: string, single?: string) => double ?? single ?? '')
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, '')
