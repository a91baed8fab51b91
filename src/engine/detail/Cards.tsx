import type { ReactNode } from 'react'
import type { Included, RecordData } from '#data/types.ts'
import type { FieldModel, Json } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import { RowsTable } from '../fields/RowsTable.tsx'
import type { Card, Layout } from './layout.ts'
import css from './reading.module.css'

const WIDE = new Set(['rows', 'images', 'files', 'markdown', 'longText', 'json', 'object', 'refs'])

interface Props {
  readonly cards: readonly Card[]
  readonly record: RecordData
  readonly included: Included
  readonly footers: Layout['footers']
  readonly taken: Layout['taken']
  /** Shown after a value, such as the button that changes it. */
  readonly after?: ((field: FieldModel) => ReactNode) | undefined
}

/** Cards of labelled values. `beside`: narrow, each label before its value. */
export const Cards = ({
  cards,
  record,
  included,
  footers,
  taken,
  after,
  beside,
}: Props & { readonly beside?: boolean }) => {
  const { t } = useTranslation()
  return cards.map((card, i) => {
    const title = card.title === undefined ? t('detail.dates') : label(card.title)
    return (
      <section key={i} className={css.card} aria-label={title || undefined}>
        {title ? <h2 className={css.heading}>{title}</h2> : null}
        <dl className={beside ? css.lines : css.fields}>
          {card.fields.map((f) => (
            <div key={f.name} className={WIDE.has(f.kind) ? css.wide : undefined}>
              <dt
                className={
                  label(f.label) === title && (card.fields.length === 1 || WIDE.has(f.kind))
                    ? 'visually-hidden'
                    : undefined
                }
              >
                {label(f.label)}
              </dt>
              <dd data-kind={f.kind}>
                {f.kind === 'rows' ? (
                  <RowsTable
                    field={f}
                    rows={record[f.name] as Record<string, Json>[]}
                    draw={(cell, value) => (
                      <FieldValue field={cell} value={value} included={included} />
                    )}
                    footer={footers.get(f.name)}
                    taken={taken.get(f.name)}
                  />
                ) : (
                  <FieldValue field={f} value={record[f.name]} included={included} />
                )}
                {after?.(f)}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    )
  })
}

/** The fields without a value, folded into one line. */
export const EmptyFields = ({
  fields,
  after,
}: {
  readonly fields: readonly FieldModel[]
  readonly after?: ((field: FieldModel) => ReactNode) | undefined
}) => {
  const { t } = useTranslation()
  if (!fields.length) return null
  return (
    <details className={css.empty}>
      <summary>{t('detail.emptyFields', { count: fields.length })}</summary>
      <dl className={css.fields}>
        {fields.map((f) => (
          <div key={f.name}>
            <dt>{label(f.label)}</dt>
            <dd>
              <FieldValue field={f} value={null} />
              {after?.(f)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
