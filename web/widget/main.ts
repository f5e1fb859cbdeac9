import { mountWidget } from './mount-widget.ts'

const script = document.currentScript ?? document.querySelector('script[data-agent][src*="/chat/widget.js"]')
if (script instanceof HTMLScriptElement && script.dataset['agent']) {
  const { agent, page, language } = script.dataset
  const options = {
    host: new URL(script.src).origin,
    agent: agent ?? '',
    isPage: page !== undefined,
    languages: language ? [language] : navigator.languages,
  }
  const mount = () => void mountWidget(options)
  if (document.body) mount()
  else document.addEventListener('DOMContentLoaded', mount, { once: true })
}
