import { useEffect, useRef, useState } from 'react'
import { TextInput } from '#ui/TextInput.tsx'
import { Textarea } from '#ui/Textarea.tsx'
import { Button } from '#ui/Button.tsx'
import { useTranslation, type TextKey } from '#ui/i18n.ts'
import type { Seller } from './api.ts'
import { Card } from './Card.tsx'
import css from './settings.module.css'

/** Largest sides of the logo on a document, in pixels. */
const [WIDTH, HEIGHT] = [600, 176]

/** A picture scaled down to what a document shows, as a data URL. Throws if it cannot be read. */
const logoOf = async (file: Blob): Promise<string> => {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, WIDTH / picture.width, HEIGHT / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}

const bytesOf = (logo: string): Blob => {
  const binary = atob(logo.slice(logo.indexOf(',') + 1))
  return new Blob([Uint8Array.from(binary, (c) => c.charCodeAt(0))])
}

/** The stored logo. Drawn, since the page shows no pictures from data URLs. */
const LogoPreview = ({ logo, label }: { readonly logo: string; readonly label: string }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const picture = await createImageBitmap(bytesOf(logo))
      const shown = canvas.current
      if (!shown) return
      shown.width = picture.width
      shown.height = picture.height
      shown.getContext('2d')?.drawImage(picture, 0, 0)
    }
    draw().catch(() => undefined)
  }, [logo])
  return <canvas ref={canvas} className={css.logo} role="img" aria-label={label} />
}

const LogoField = ({
  logo,
  error,
  onChange,
}: {
  readonly logo: string
  readonly error: string | undefined
  readonly onChange: (logo: string) => void
}) => {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    try {
      onChange(await logoOf(file))
      setUnreadable(false)
    } catch {
      setUnreadable(true)
    }
  }
  const wrong = unreadable ? t('settings.logoUnreadable') : error
  return (
    <div className={css.logoField}>
      <span className={css.logoLabel}>{t('settings.logo')}</span>
      {logo ? <LogoPreview logo={logo} label={t('settings.logo')} /> : null}
      <div className={css.logoButtons}>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t('settings.chooseLogo')}
          onChange={(e) => {
            void choose(e.currentTarget.files?.[0])
            e.currentTarget.value = ''
          }}
        />
        <Button variant="default" onClick={() => input.current?.click()}>
          {t('settings.chooseLogo')}
        </Button>
        {logo ? (
          <Button variant="subtle" tone="neutral" onClick={() => onChange('')}>
            {t('settings.removeLogo')}
          </Button>
        ) : null}
      </div>
      {wrong ? (
        <p role="alert" className={css.wrong}>
          {wrong}
        </p>
      ) : null}
    </div>
  )
}

const lines = [
  ['legalName', 'settings.legalName', 160],
  ['taxId', 'settings.taxId', 40],
] as const satisfies readonly (readonly [keyof Seller, TextKey, number])[]
const areas = [
  ['address', 'settings.sellerAddress', 300, undefined],
  ['bank', 'settings.bank', 300, 'settings.bankText'],
  ['footer', 'settings.documentFooter', 500, 'settings.documentFooterText'],
] as const satisfies readonly (readonly [keyof Seller, TextKey, number, TextKey | undefined])[]

/** Who the organisation is on invoices and statements. */
export const SellerCard = ({
  seller,
  fields,
  onChange,
}: {
  readonly seller: Seller
  /** Messages by path, such as `seller.taxId`. */
  readonly fields: Readonly<Record<string, string>>
  readonly onChange: (seller: Seller) => void
}) => {
  const { t } = useTranslation()
  const set = (part: Partial<Seller>) => onChange({ ...seller, ...part })
  return (
    <Card title={t('settings.seller')} text={t('settings.sellerText')}>
      <div className={css.grid}>
        {lines.map(([name, title, maxLength]) => (
          <TextInput
            key={name}
            label={t(title)}
            value={seller[name]}
            maxLength={maxLength}
            error={fields[`seller.${name}`]}
            onChange={(e) => set({ [name]: e.currentTarget.value })}
          />
        ))}
        {areas.map(([name, title, maxLength, text]) => (
          <Textarea
            key={name}
            label={t(title)}
            description={text && t(text)}
            value={seller[name]}
            maxLength={maxLength}
            autosize
            minRows={3}
            error={fields[`seller.${name}`]}
            onChange={(e) => set({ [name]: e.currentTarget.value })}
          />
        ))}
        <div className={css.stack}>
          <TextInput
            label={t('settings.documentColour')}
            placeholder="#0f2051"
            value={seller.colour}
            maxLength={7}
            error={fields['seller.colour']}
            leftSection={
              <span
                aria-hidden
                className={css.swatch}
                style={{
                  background: /^#[0-9a-f]{6}$/i.test(seller.colour) ? seller.colour : 'none',
                }}
              />
            }
            onChange={(e) => set({ colour: e.currentTarget.value })}
          />
          <LogoField
            logo={seller.logo}
            error={fields['seller.logo']}
            onChange={(logo) => set({ logo })}
          />
        </div>
      </div>
    </Card>
  )
}
