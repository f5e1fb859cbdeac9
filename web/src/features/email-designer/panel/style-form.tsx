import { Button, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { emailDesigns } from '@imperium/contract/email-designs/email-design-operations.ts'
import { emailFonts } from '@imperium/contract/email-designs/email-design.ts'
import type { EmailStyle } from '@imperium/contract/email-designs/email-design.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { styleQuery } from '../api.ts'
import { useDesignerContext } from '../designer-context.ts'
import { ColorInput, NumberField } from './fields.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

const fontLabels: Record<EmailStyle['font'], string> = {
  system: t('System font'),
  arial: 'Arial',
  georgia: 'Georgia',
  verdana: 'Verdana',
  trebuchet: 'Trebuchet MS',
  courier: 'Courier New',
}
const fonts = emailFonts.map((value) => ({ value, label: fontLabels[value] }))

const colors = [
  ['pageColor', t('Page')],
  ['panelColor', t('Content area')],
  ['headingColor', t('Headings')],
  ['textColor', t('Text')],
  ['mutedColor', t('Muted text')],
  ['linkColor', t('Links')],
  ['buttonColor', t('Buttons')],
  ['buttonTextColor', t('Text on buttons')],
] as const satisfies readonly (readonly [keyof EmailStyle, string])[]

interface StyleFieldsProps {
  style: EmailStyle
  onChange: (fields: Partial<EmailStyle>) => void
}

/** Colors, fonts and sizes. */
export function StyleFields({ style, onChange: set }: StyleFieldsProps) {
  return (
    <>
      <Select label={t('Font')} data={fonts} value={style.font} onChange={(font) => font && set({ font })} allowDeselect={false} />
      <Select
        label={t('Font of headings')}
        data={fonts}
        value={style.headingFont}
        onChange={(headingFont) => headingFont && set({ headingFont })}
        allowDeselect={false}
      />
      <NumberField label={t('Text size')} min={13} max={20} value={style.textSize} onChange={(textSize) => set({ textSize })} />
      <NumberField label={t('Width')} min={480} max={720} value={style.width} onChange={(width) => set({ width })} />
      <NumberField label={t('Corner radius')} min={0} max={24} value={style.radius} onChange={(radius) => set({ radius })} />
      <h3 className={classes.title}>{t('Colors')}</h3>
      {colors.map(([name, label]) => (
        <ColorInput key={name} label={label} value={style[name]} onChange={(color) => set({ [name]: color })} />
      ))}
      <p className={styles.hint}>{t('The colors of dark mode are derived from these.')}</p>
    </>
  )
}

/** The look of the whole email. */
export function StyleForm() {
  const { design, change } = useDesignerContext()
  const { style } = design
  const set = (fields: Partial<EmailStyle>) => change({ ...design, style: { ...style, ...fields } }, `style:${Object.keys(fields).join()}`)
  return (
    <div className={classes.fields}>
      <BrandStyle />
      <StyleFields style={style} onChange={set} />
    </div>
  )
}

/** The style that all emails of the organization share. */
function BrandStyle() {
  const client = useQueryClient()
  const { design, change } = useDesignerContext()
  const refusal = useGate('organizations:update')
  const brand = useQuery(styleQuery)
  const save = useMutation({
    mutationFn: (style: EmailStyle) => call(emailDesigns.setStyle, { body: style }),
    onSuccess: (style) => {
      client.setQueryData(styleQuery.queryKey, style)
      notify.success(t("The organization's style was saved"))
    },
    meta: { failure: t("The organization's style could not be saved") },
  })
  const isBrand = brand.data !== undefined && JSON.stringify(brand.data) === JSON.stringify(design.style)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!brand.data || isBrand}
        onClick={() => brand.data && change({ ...design, style: brand.data })}
      >
        {isBrand ? t("This is the organization's style") : t("Use the organization's style")}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={isBrand || save.isPending || refusal !== undefined}
        title={refusal}
        onClick={() => save.mutate(design.style)}
      >
        {t("Make this the organization's style")}
      </Button>
    </>
  )
}
