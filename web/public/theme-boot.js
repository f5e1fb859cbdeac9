// Runs before the first paint, so that a chosen theme never flashes. A file of its own because the content security policy
// allows no inline script. The values were written by src/theme/store.ts.
;(function () {
  var root = document.documentElement
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  var mode = dark ? 'dark' : 'light'
  try {
    var chosen = JSON.parse(localStorage.getItem('imperium:theme') || '{}')
    var painted = JSON.parse(localStorage.getItem('imperium:theme-css') || 'null')
    mode = chosen.mode === 'light' || chosen.mode === 'dark' ? chosen.mode : mode
    if (painted && painted.mode === mode) root.style.cssText = painted.css
  } catch (error) {
    console.warn('The stored theme cannot be read; the default is used.', error)
  }
  root.setAttribute('data-mantine-color-scheme', mode)
  root.style.colorScheme = mode
})()
