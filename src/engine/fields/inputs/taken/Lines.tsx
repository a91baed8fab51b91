import { useId } from 'react'
import { Button } from '#ui/Button.tsx'
import { get, type FieldErrors } from 'react-hook-form'
import { shareOfUnits, unitsLeft, type ChargedLine } from '#model/taken.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Stepper } from '#ui/Stepper.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { Sums } from '../../Sums.tsx'
import { GroupError } from '../parts.tsx'
import { sumOf, type Chosen } from './chosen.ts'
import css from './taken.module.css'

interface Props {
  readonly lines: readonly ChargedLine[]
  /** What taken units are called. */
  readonly taken: string
  readonly chosen: readonly Chosen[]
  /** Largest possible amount in minor units. */
  readonly most: number | undefined
  readonly errors: FieldErrors
  readonly names: { readonly lines: string; readonly sum: string }
  readonly onChange: (line: number, quantity: number) => void
  readonly onAll: () => void
}

const messageAt = (errors: FieldErrors, path: string): string | undefined => {
  const error = get(errors, path) as { message?: unknown } | undefined
  return typeof error?.message === 'string' ? error.message : undefined
}

/** Lines with a stepper each, and what the chosen units come to. */
export const Lines = ({ lines, taken, chosen, most, errors, names, onChange, onAll }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const { amount, tax, currency } = sumOf(lines, chosen)
  const money = (sum: number) => format.money({ amount: sum, currency })
  const over = most !== undefined && amount > most
  const problem =
    messageAt(errors, names.sum) ??
    messageAt(errors, names.lines) ??
    (over ? t('fields.atMost', { amount: money(most) }) : undefined)
  return (
    <fieldset className={css.lines} aria-describedby={problem ? id : undefined}>
      <legend className="visually-hidden">{t('fields.chooseLines')}</legend>
      <ul>
        {lines.map((line) => (
          <Line
            key={line.line}
            line={line}
            taken={taken}
            quantity={chosen.find((one) => one.line === line.line)?.quantity ?? 0}
            error={lineError(errors, names.lines, chosen, line)}
            onChange={(quantity) => onChange(line.line, quantity)}
          />
        ))}
      </ul>
      <div className={css.foot}>
        <Button variant="default" size="small" onClick={onAll}>
          {t('fields.allLines')}
        </Button>
        <output className={css.sums} data-over={over || undefined}>
          <Sums
            entries={[
              ...(tax > 0 ? [{ label: t('fields.taxWithin'), value: money(tax) }] : []),
              { label: t('fields.total'), value: money(amount) },
            ]}
          />
        </output>
      </div>
      <GroupError id={id} error={problem} />
    </fieldset>
  )
}

/** The server names a line by its place in what was sent. */
const lineError = (
  errors: FieldErrors,
  name: string,
  chosen: readonly Chosen[],
  { line }: ChargedLine,
): string | undefined => {
  const at = chosen.findIndex((one) => one.line === line)
  if (at < 0) return undefined
  return messageAt(errors, `${name}.${at}.quantity`) ?? messageAt(errors, `${name}.${at}.line`)
}

const Line = ({
  line,
  taken,
  quantity,
  error,
  onChange,
}: {
  readonly line: ChargedLine
  readonly taken: string
  readonly quantity: number
  readonly error: string | undefined
  readonly onChange: (quantity: number) => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const left = unitsLeft(line)
  const title = line.labelled ? label(line.title) : line.title
  const money = (amount: number) => format.money({ amount, currency: line.currency })
  const price = t('fields.timesPrice', { n: format.number(line.quantity), price: money(line.unit) })
  return (
    <li className={css.line} data-chosen={quantity > 0 || undefined}>
      <div className={css.what}>
        <span className={css.title}>{title}</span>
        <span className={css.price}>
          {price}
          {line.discount > 0 ? ` − ${money(line.discount)}` : ''}
          {left < line.quantity ? ` · ${taken}: ${format.number(line.quantity - left)}` : ''}
        </span>
      </div>
      {left > 0 ? (
        <Stepper
          bare
          label={title}
          value={quantity}
          least={0}
          most={left}
          invalid={error !== undefined}
          describedBy={error ? id : undefined}
          onChange={onChange}
        />
      ) : (
        <span />
      )}
      <span className={css.amount}>
        {quantity > 0 ? money(shareOfUnits(line, quantity).amount) : '—'}
      </span>
      {error ? (
        <div className={css.wrong}>
          <GroupError id={id} error={error} />
        </div>
      ) : null}
    </li>
  )
}
