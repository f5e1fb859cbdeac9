import { lazyRouteComponent } from '@tanstack/react-router'

/** The visual editor of an email. Needs a Suspense. */
export const EmailDesigner = lazyRouteComponent(() => import('./email-designer.tsx'), 'EmailDesigner')
/** The designer in a dialog of its own, for forms without room for it. Needs a Suspense. */
export const EmailDesignDialog = lazyRouteComponent(() => import('./email-design-dialog.tsx'), 'EmailDesignDialog')
/** Changes the style of all emails. Needs a Suspense. */
export const BrandStyleDialog = lazyRouteComponent(() => import('./brand-style-dialog.tsx'), 'BrandStyleDialog')
/** Layouts to begin a design with. Needs a Suspense. */
export const LayoutPicker = lazyRouteComponent(() => import('./layouts/layout-picker.tsx'), 'LayoutPicker')
/** A field for HTML with highlighted syntax. Needs a Suspense. */
export const HtmlEditor = lazyRouteComponent(() => import('./html/html-editor.tsx'), 'HtmlEditor')
export { styleQuery } from './api.ts'
export type { HtmlEditorHandle } from './html/html-editor.tsx'
export { withText } from './model/with-text.ts'
