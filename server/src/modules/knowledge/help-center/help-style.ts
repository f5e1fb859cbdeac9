import { darkerOn, readableOn } from '@imperium/contract/email-designs/design-colors.ts'

/** An organization's colour, as dark or light as it has to be to be read. */
export const accentStyle = (accent: string): string =>
  `:root{--accent:${darkerOn('#f7f7f8', accent)}}@media (prefers-color-scheme:dark){:root{--accent:${readableOn('#17171b', accent)}}}`

// The colours of the other public pages (platform/public-page.ts): light or dark by the browser's setting.
export const helpStyle = `
:root{color-scheme:light dark;--bg:#f7f7f8;--surface:#fff;--border:#e3e3e8;--text:#17171c;--text-2:#5c5c66;--accent:#3b46d6;--on-accent:#fff;--edge:#8b8b96}
@media (prefers-color-scheme:dark){:root{--bg:#0f0f12;--surface:#17171b;--border:#2c2c33;--text:#f1f1f4;--text-2:#a2a2ad;--accent:#97a1ff;--on-accent:#0f0f12;--edge:#6c6c78}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--bg);color:var(--text);font:15px/24px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans",sans-serif;overflow-wrap:anywhere}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header,main,footer{width:100%;max-width:860px;margin:0 auto;padding:0 20px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:12px 24px;padding-top:28px}
.organization{flex:1;min-width:160px;margin:0;font-size:17px;line-height:24px;font-weight:600}
.organization a{color:var(--text);text-decoration:none}
.organization img{display:block;max-width:240px;max-height:48px}
nav{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:14px}
form.search{display:flex;flex:1 1 300px;gap:8px}
input{flex:1;min-width:0;min-height:42px;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:var(--text);font:inherit;font-size:16px}
button{min-height:42px;padding:8px 16px;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button.second{border-color:var(--edge);background:none;color:var(--text)}
main{flex:1;padding-top:28px;padding-bottom:40px}
h1{margin:0 0 10px;font-size:28px;line-height:36px;font-weight:650;letter-spacing:-.022em}
h2{margin:30px 0 10px;font-size:18px;line-height:26px;font-weight:600}
h3{margin:24px 0 8px;font-size:16px;line-height:24px;font-weight:600}
.intro,.facts,.excerpt{color:var(--text-2)}
.intro{margin:0;white-space:pre-line}
.facts{margin:0 0 22px;font-size:13px}
.crumbs{margin:0 0 14px;font-size:13px}
ul.articles{list-style:none;margin:0;padding:0;border:1px solid var(--border);border-radius:12px;background:var(--surface)}
ul.articles li{padding:12px 16px}
ul.articles li+li{border-top:1px solid var(--border)}
ul.articles a{font-weight:600;text-decoration:none}
.excerpt{margin:2px 0 0;font-size:14px;line-height:21px}
article{padding:26px 28px;border:1px solid var(--border);border-radius:14px;background:var(--surface)}
article pre{overflow-x:auto;padding:12px 14px;border:1px solid var(--border);border-radius:8px;background:var(--bg);font-size:13px;line-height:20px}
article table{display:block;overflow-x:auto;border-collapse:collapse}
article th,article td{padding:6px 10px;border:1px solid var(--border);text-align:start}
article blockquote{margin:0;padding:0 16px;border-inline-start:3px solid var(--border);color:var(--text-2)}
.feedback{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:20px}
.feedback b{margin-inline-end:auto}
.feedback form{display:flex;gap:8px}
footer{display:flex;flex-wrap:wrap;gap:10px 18px;padding-top:16px;padding-bottom:28px;border-top:1px solid var(--border);font-size:13px}
footer a,footer b{padding:2px 0;color:var(--text-2)}
@media (max-width:560px){article{padding:20px 18px}h1{font-size:24px;line-height:31px}}
`
