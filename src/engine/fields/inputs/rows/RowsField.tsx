import { Button } from '#ui/Button.tsx'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { singular } from '#schemas/define/words.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { lazy } from '#ui/lazyPart.tsx'
import { Skeleton } from '#ui/states.tsx'
import texts from '#ui/text.module.css'
import { rowsIn } from '../../../form/keyedRows.ts'
import { GroupError, Legend } from '../parts.tsx'
import type { InputProps } from '../types.ts'
import type { Begins } from './RowsInput.tsx'
import { canPaste } from './pastedKinds.ts'
import classes from '../groups.module.css'

const load = () => import('./RowsInput.tsx')
const RowsInput = lazy(async () => ({ default: (await load()).RowsInput }))

/** Ordered child rows. Until there is one only a button is shown; the rest loads with the first. */
export const RowsField = (props: InputProps) => {
  // What the record costs without any row is shown from the start.
  const [begun, setBegun] = useState(
    () => rowsIn(props.value).length > 0 || Boolean(props.field.charge?.base),
  )
  const [begins, setBegins] = useState<Begins>()
  const filled = rowsIn(props.value).length > 0
  if (filled && !begun) setBegun(true)
  const empty = (
    <NoRows
      {...props}
      onBegin={(what) => {
        setBegins(what)
        setBegun(true)
      }}
    />
  )
  return begun ? (
    <Suspense fallback={filled ? <Filled {...props} /> : empty}>
      <RowsInput {...props} begins={begins} />
    </Suspense>
  ) : (
    empty
  )
}

/** In place of rows while their part loads: nothing may say that there are none. */
const Filled = ({ field }: InputProps) => (
  <fieldset className={classes.group} aria-busy="true">
    <Legend field={field} />
    <Skeleton width="100%" />
  </fieldset>
)

const NoRows = ({
  field,
  name,
  error,
  disabled,
  inputRef,
  onBegin,
}: InputProps & { onBegin(what: Begins): void }) => {
  const { t } = useTranslation()
  return (
    <fieldset
      className={classes.group}
      disabled={disabled ?? false}
      aria-describedby={error ? `field-${name}-error` : undefined}
    >
      <Legend field={field} />
      {field.hint ? <p className={`${texts.hint} ${classes.lead}`}>{label(field.hint)}</p> : null}
      <p className={`${texts.hint} ${classes.lead}`}>{t('form.noRows')}</p>
      <div className={texts.row}>
        <Button
          variant="default"
          size="small"
          ref={inputRef as never}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => onBegin('add')}
        >
          <IconPlus size={14} aria-hidden />
          {t('form.addRow', { what: inSentence(singular(field.label)) })}
        </Button>
        {canPaste(field.fields ?? []) ? (
          <Button variant="subtle" tone="neutral" size="small" onClick={() => onBegin('paste')}>
            {t('form.paste')}
          </Button>
        ) : null}
      </div>
      <GroupError id={`field-${name}-error`} error={error} />
    </fieldset>
  )
}
