import { useSyncExternalStore } from 'react'
import { contrast, ensureContrast, fillFor, isHex, textOn, tint } from '@imperium/contract/branding/contrast.ts'
import { currentBrand, onBrand, suggestedColors } from '../lib/brand/brand.ts'
import { brandFontStack } from './brand-fonts.ts'
import { defaultPreset, paletteKeys, presetIds, presets } from './presets.ts'
import type { Mode, Palette, PresetId } from './presets.ts'

/** `mode: null` follows the system. `custom` holds only the user's colours; the rest comes from the default preset. */
export interface ThemeState {
  mode: Mode | null
  preset: PresetId
  custom: Partial<Palette>
}

const storageKey = 'imperium:theme'
/** The painted variables, read by public/theme-boot.js before the first paint. */
const paintedKey = 'imperium:theme-css'
const initial: ThemeState = { mode: null, preset: 'default', custom: {} }
const systemDark = matchMedia('(prefers-color-scheme: dark)')
/**
 * The last reported value. Reading the query between a change and its event swallows the event in Chromium, leaving the page half painted.
 */
let isSystemDark = systemDark.matches
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const listeners = new Set<() => void>()

function readStored(): ThemeState {
  try {
    const stored: Partial<Record<keyof ThemeState, unknown>> = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    const custom = stored.custom && typeof stored.custom === 'object' ? Object.entries(stored.custom) : []
    return {
      mode: stored.mode === 'light' || stored.mode === 'dark' ? stored.mode : null,
      preset: presetIds.find((id) => id === stored.preset) ?? 'default',
      custom: Object.fromEntries(custom.filter(([key, value]) => paletteKeys.some((known) => known === key) && isHex(String(value)))),
    }
  } catch (error) {
    console.warn('The stored theme cannot be read; the default is used.', error)
    return initial
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    // Private windows and full storage: the theme then lasts until the page closes.
    console.warn('The theme cannot be stored.', error)
  }
}

let state = readStored()

/** The person's own choice, then the organization's, then the system's. */
export function resolveMode(theme: ThemeState): Mode {
  if (theme.mode) return theme.mode
  const mode = currentBrand()?.themeMode
  return mode === 'light' || mode === 'dark' ? mode : isSystemDark ? 'dark' : 'light'
}

/** The organization's colors stand in the default theme only; people who chose another theme keep it. Suggested ones are the default's own. */
function brandColors(): Partial<Palette> {
  const brand = currentBrand()
  if (!brand) return {}
  const keys = ['primary', 'secondary', 'accent'] as const
  return Object.fromEntries(keys.filter((key) => brand[key] !== suggestedColors[key]).map((key) => [key, brand[key]]))
}

/** The 8 colours a theme shows now, customer's colours included. */
export function resolvePalette(theme: ThemeState): Palette {
  const mode = resolveMode(theme)
  const base = (presets.find((preset) => preset.id === theme.preset) ?? defaultPreset)[mode]
  if (theme.preset === 'default') return { ...base, ...brandColors() }
  return theme.preset === 'custom' ? withSuitingGrounds({ ...base, ...theme.custom }, base, mode) : base
}

/** Status and chart colours depend on the mode: a light custom background applies in light mode only, a dark one in dark mode only. */
function withSuitingGrounds(palette: Palette, base: Palette, mode: Mode): Palette {
  const suits = (ground: string) => contrast(ground, mode === 'dark' ? '#ffffff' : '#000000') >= 10
  const { background, surface } = palette
  return { ...palette, background: suits(background) ? background : base.background, surface: suits(surface) ? surface : base.surface }
}

/** The variables of tokens.css for a palette, with text colours moved until they are readable (WCAG AA). */
export function paletteVariables(palette: Palette): Record<string, string> {
  const fill = fillFor(palette.primary)
  const grounds = [palette.surface, palette.background]
  const text = ensureContrast(palette.text, grounds, 7)
  // Secondary text is also used on the tinted backgrounds of headers, hovered rows and code blocks.
  const tinted = [...grounds, tint(palette.surface, text, 0.075), tint(palette.background, text, 0.075)]
  return {
    '--primary': fill,
    '--secondary': palette.secondary,
    '--accent': palette.accent,
    '--bg': palette.background,
    '--surface': palette.surface,
    '--text': text,
    '--text-2': ensureContrast(palette.textSecondary, tinted, 4.6),
    '--border': palette.border,
    '--on-primary': textOn(fill),
    '--primary-text': ensureContrast(palette.primary, [palette.surface, tint(palette.surface, fill, 0.16)], 4.6),
  }
}

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

/** The organization's own rules and icon; none of another organization's stay. */
function dress(): void {
  const brand = currentBrand()
  const found = document.getElementById('brand-css')
  if (!brand?.scopedCss) found?.remove()
  else {
    const style = found ?? document.head.appendChild(Object.assign(document.createElement('style'), { id: 'brand-css', nonce: nonce() }))
    if (style.textContent !== brand.scopedCss) style.textContent = brand.scopedCss
  }
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!icon) return
  const href = brand?.favicon ?? productIcon
  if (icon.getAttribute('href') === href) return
  icon.type = brand?.favicon ? 'image/png' : 'image/svg+xml'
  icon.href = href
}

const productIcon = '/favicon.svg'

function paint(): void {
  dress()
  const palette = resolvePalette(state)
  const mode = resolveMode(state)
  const css = Object.entries({ ...paletteVariables(palette), ...brandFontStack(currentBrand()?.font) })
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
  const root = document.documentElement
  root.style.cssText = css
  root.style.colorScheme = mode
  root.dataset['mantineColorScheme'] = mode
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', palette.background)
  store(paintedKey, { mode, css })
}

function publish(): void {
  paint()
  for (const listener of listeners) listener()
}

/** Changes the theme, stores it and repaints, with a cross-fade of 300 ms unless reduced motion is preferred. */
export function setTheme(patch: Partial<ThemeState>): void {
  state = { ...state, ...patch }
  store(storageKey, state)
  if (!('startViewTransition' in document) || reducedMotion.matches) return publish()
  // A change during a cross-fade skips that fade and rejects its promise; the theme is set in any case.
  document.startViewTransition(publish).ready.catch(() => undefined)
}

/** Paints the stored theme and follows the system while no mode is chosen. Call once, before the first render. */
export function startTheme(): void {
  systemDark.addEventListener('change', ({ matches }) => {
    isSystemDark = matches
    if (state.mode === null) publish()
  })
  isSystemDark = systemDark.matches
  onBrand(publish)
  paint()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current theme, for changes based on it. */
export const currentTheme = (): ThemeState => state

export const useTheme = (): ThemeState => useSyncExternalStore(subscribe, () => state)

/** Light or dark as shown now; re-renders when the system changes while it is followed. */
export const useMode = (): Mode => useSyncExternalStore(subscribe, () => resolveMode(state))
