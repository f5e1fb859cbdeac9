/** Black or white, whichever is read better on the colour. */
export function textOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return light > 0.179 ? '#101014' : '#ffffff'
}

export const stylesOf = (accent: string): string => `
:host{all:initial;--accent:${accent};--on-accent:${textOn(accent)};--bg:#fff;--bar:#f7f7f8;--line:#e3e3e8;--edge:#8d8d98;--text:#17171c;--soft:#5c5c66;--bad:#b42318;--mine:#eef0f4;
position:relative;z-index:2147483000;color-scheme:light;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans",sans-serif}
@media (prefers-color-scheme:dark){:host{--bg:#17171b;--bar:#1d1d22;--line:#2c2c33;--edge:#6c6c78;--text:#f1f1f4;--soft:#a8a8b3;--bad:#ff8a80;--mine:#2a2a31;color-scheme:dark}}
*,*::before{box-sizing:border-box}
[hidden]{display:none!important}
button,input,textarea{font:inherit;color:inherit}
button{cursor:pointer}
button:disabled{cursor:default;opacity:.5}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.launch{position:fixed;right:20px;bottom:20px;width:56px;height:56px;padding:0;border:1px solid transparent;border-radius:28px;background:var(--accent);color:var(--on-accent);box-shadow:0 6px 20px rgb(0 0 0/.22)}
.launch svg{display:block;width:26px;height:26px;margin:auto}
.launch:focus-visible{outline:3px solid var(--text);outline-offset:3px}
.dot{position:absolute;top:2px;right:2px;width:14px;height:14px;border:2px solid var(--bg);border-radius:7px;background:#d92d20}
.panel{position:fixed;right:20px;bottom:90px;display:flex;flex-direction:column;width:384px;height:min(620px,calc(100vh - 110px));border:1px solid var(--line);border-radius:14px;overflow:hidden;background:var(--bg);color:var(--text);box-shadow:0 14px 44px rgb(0 0 0/.2)}
.page .panel{inset:0;width:auto;max-width:760px;height:auto;margin:0 auto;border-width:0 1px;border-radius:0;box-shadow:none}
header{display:flex;align-items:center;gap:4px;padding:12px 10px 12px 16px;border-bottom:1px solid var(--line);background:var(--bar)}
h1,h2{flex:1;min-width:0;margin:0;font-size:16px;line-height:22px;font-weight:600;overflow-wrap:anywhere}
small{display:block;font-size:12px;line-height:17px;font-weight:400;color:var(--soft)}
.tool{display:grid;place-items:center;flex:none;width:36px;height:36px;padding:0;border:0;border-radius:8px;background:none;color:var(--soft)}
.tool:hover{background:var(--line);color:var(--text)}
.tool svg{width:19px;height:19px}
.scroll{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:16px}
.log{display:flex;flex-direction:column;gap:12px}
.pending{margin-top:12px}
.log:empty+.pending{margin-top:0}
.message{display:flex;flex-direction:column;align-items:flex-start;max-width:88%}
.message[data-from=visitor]{align-self:flex-end;align-items:flex-end}
.who{margin:0 2px 3px;font-size:12px;line-height:16px;color:var(--soft)}
.bubble{padding:9px 13px;border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere;white-space:normal}
.message[data-from=visitor] .bubble{border-color:var(--mine);background:var(--mine);white-space:pre-wrap}
.message[data-from=person] .bubble{border-color:var(--accent)}
.bubble>:first-child{margin-top:0}
.bubble>:last-child{margin-bottom:0}
.bubble p{margin:8px 0}
.bubble ul,.bubble ol{margin:8px 0;padding-left:22px}
.bubble pre{margin:8px 0;padding:9px;border-radius:8px;overflow-x:auto;background:var(--bar);font-size:13px}
.bubble code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
.bubble a{color:inherit;text-underline-offset:2px}
.sources{margin:5px 2px 0;padding:0;list-style:none;font-size:12px;line-height:17px;color:var(--soft)}
.note{margin:0;padding:0 16px 8px;font-size:13px;line-height:18px;color:var(--soft)}
.note[data-tone=bad]{color:var(--bad)}
.note:empty{display:none}
.row{display:flex;gap:8px;align-items:flex-end;padding:12px;border-top:1px solid var(--line)}
textarea,input{flex:1;min-width:0;padding:9px 12px;border:1px solid var(--edge);border-radius:9px;background:var(--bg);font-size:16px;line-height:22px;resize:none}
textarea{max-height:134px;field-sizing:content}
.main{flex:none;min-height:42px;padding:0 15px;border:1px solid transparent;border-radius:9px;background:var(--accent);color:var(--on-accent);font-weight:600}
.plain{min-height:42px;padding:0 12px;border:1px solid var(--edge);border-radius:9px;background:none}
.ask{padding:12px;border-top:1px solid var(--line)}
.ask label{display:block;margin-bottom:8px;font-size:13px;line-height:18px}
.ask div{display:flex;flex-wrap:wrap;gap:8px}
.ask input{flex:1 1 160px}
.foot{display:flex;justify-content:center;padding:0 12px 10px}
.foot button{padding:4px 8px;border:0;border-radius:6px;background:none;color:var(--soft);font-size:13px;text-decoration:underline;text-underline-offset:2px}
.dots::after{content:"…"}
@media (prefers-reduced-motion:no-preference){.dots::after{animation:blink 1.2s infinite}@keyframes blink{50%{opacity:.25}}}
@media (max-width:520px){.panel{inset:0;width:auto;height:auto;border:0;border-radius:0}.is-open .launch{display:none}}
`
