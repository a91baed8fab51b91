import { TextInput, type FieldProps } from '#ui/TextInput.tsx'
import { IconButton } from '#ui/Button.tsx'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { todayIn } from '../../list/layouts/days.ts'
import { useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { dayTextOf } from './dayText.ts'
import type { Nights } from './range.ts'
import css from './dayField.module.css'

const DayPanel = quietPart(async () => (await import('./DayPanel.tsx')).DayPanel)

interface DayFieldProps extends Omit<
  FieldProps<'input'>,
  'value' | 'onChange' | 'rightSection' | 'about'
> {
  readonly text: string
  readonly onText: (text: string) => void
  /** Days shown as chosen: one, or a range. */
  readonly chosen: Nights
  /** IANA zone that determines today. */
  readonly zone: string
  readonly months: 1 | 2
  /** Returns whether the panel closes. */
  readonly onDay: (day: string) => boolean
  readonly onClear?: (() => void) | undefined
  /** Below the months. */
  readonly about?: ReactNode
}

/** `dd/mm/yyyy` in the order of the person's region. */
const patternOf = (language: string, letters: string): string => {
  const { order, separator } = dayTextOf(language)
  const [day, month, year] = letters.split(',')
  return order.map((part) => ({ day, month, year })[part]).join(separator)
}

interface CalendarButtonProps {
  readonly label: string
  readonly open: boolean
  readonly disabled: boolean
  readonly onClick: () => void
}

const CalendarButton = ({ label, open, disabled, onClick }: CalendarButtonProps) => (
  <IconButton
    size={28}
    className={css.button}
    aria-label={label}
    aria-haspopup="dialog"
    aria-expanded={open}
    disabled={disabled}
    onClick={onClick}
  >
    <IconCalendar size={16} aria-hidden />
  </IconButton>
)

/**
 * A day as text, with months to choose it from: a pointer opens them beside the field, the button
 * and the down arrow move into them.
 */
export const DayField = (props: DayFieldProps) => {
  const { text, onText, chosen, zone, months, onDay, onClear, about, ...input } = props
  const { t, i18n } = useTranslation()
  const anchor = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'inside' | 'beside'>()
  const label = t('form.chooseDayOf', { label: String(input.label ?? input['aria-label'] ?? '') })
  const close = (refocus: boolean) => {
    setOpen(undefined)
    if (refocus) anchor.current?.querySelector('input')?.focus()
  }
  const still = input.disabled || input.readOnly
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={anchor}
      onKeyDown={(e) => {
        if (open && e.key === 'Escape') {
          e.preventDefault()
          e.stopPropagation()
          close(true)
        } else if (
          e.key === 'ArrowDown' &&
          !still &&
          !e.altKey &&
          e.target instanceof HTMLInputElement
        ) {
          e.preventDefault()
          setOpen('inside')
        } else if (e.key === 'Tab' && open === 'beside') close(false)
      }}
    >
      <TextInput
        {...input}
        value={text}
        autoComplete="off"
        placeholder={patternOf(i18n.language, t('form.dayLetters'))}
        onChange={(e) => onText(e.currentTarget.value)}
        onClick={() => {
          // On a touch screen the keyboard would cover them.
          if (!still && !matchMedia('(pointer: coarse)').matches) setOpen('beside')
        }}
        rightSection={
          <CalendarButton
            label={label}
            open={open !== undefined}
            disabled={Boolean(still)}
            onClick={() => setOpen(open === 'inside' ? undefined : 'inside')}
          />
        }
      />
      {open ? (
        <DayPanel
          key={open}
          label={label}
          chosen={chosen}
          today={todayIn(zone)}
          months={months}
          anchor={anchor}
          focus={open === 'inside'}
          onPick={(day) => {
            if (onDay(day)) close(true)
          }}
          onClear={
            onClear && text
              ? () => {
                  onClear()
                  close(true)
                }
              : undefined
          }
          onClose={close}
        >
          {about}
        </DayPanel>
      ) : null}
    </div>
  )
}
