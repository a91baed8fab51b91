import { Button } from '#ui/Button.tsx'
import {
  memo,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type FormEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { FormProvider, useFormState } from 'react-hook-form'
import { label, useTranslation } from '#ui/i18n.ts'
import { lazy, quietPart } from '#ui/lazyPart.tsx'
import { useFormat } from '#ui/useFormat.ts'
import type { RecordData } from '#data/types.ts'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { confirm } from '#ui/confirm.ts'
import { keepPress } from '#ui/keepPress.ts'
import common from '#ui/common.module.css'
import texts from '#ui/text.module.css'
import { createRelated, RelatedContext } from './createRelated.ts'
import { Field } from './Field.tsx'
import { FormResource } from './formResource.ts'
import { useWhen } from './useWhen.ts'
import type { RecordFormState } from './useRecordForm.ts'
import classes from './RecordForm.module.css'

// Rarely needed, and large compared to a form.
const ConflictDialog = quietPart(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)

const CountedKindField = lazy(() =>
  import('../fields/inputs/references.tsx').then((m) => ({ default: m.CountedKindField })),
)

/** What follows a save: show the record, continue editing it, or create another. */
export type After = 'open' | 'continue' | 'another'

interface RecordFormProps {
  readonly resource: ResourceModel
  readonly state: RecordFormState
  readonly isNew: boolean
  readonly onSaved: (record: RecordData, after: After, operationId: string | undefined) => void
  readonly onCancel: () => void
  /** Replaces the default buttons; one of type `submit` saves. */
  readonly bar?: ReactNode
  /** In a drawer over another form: one column, and its pickers create no records. */
  readonly inDrawer?: boolean
}

const WIDE = new Set([
  'rows',
  'address',
  'location',
  'object',
  'images',
  'files',
  'markdown',
  'longText',
])

/** Ctrl+S saves and stays in the form, Ctrl+Enter saves. */
const useSaveKeys = (
  form: RefObject<HTMLFormElement | null>,
  save: (stay: boolean) => void,
): void => {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      // A dialog above the form has keys of its own.
      const above = document.querySelector('dialog[open]')
      if (above && !above.contains(form.current)) return
      if ((e.ctrlKey || e.metaKey) && !e.altKey && (e.key === 's' || e.key === 'Enter')) {
        e.preventDefault()
        save(e.key === 's')
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** Asks before unsaved changes are left. */
const useLeaveQuestion = (blocked: RecordFormState['blocked']): void => {
  const { t } = useTranslation()
  const ask = useEffectEvent(() => {
    if (!blocked) return
    const { proceed, stay } = blocked
    void confirm({
      title: t('form.leaveTitle'),
      text: t('form.leaveText'),
      action: t('form.leave'),
      danger: true,
    }).then((yes) => (yes ? proceed() : stay()))
  })
  const isBlocked = blocked !== undefined
  useEffect(() => {
    if (isBlocked) ask()
  }, [isBlocked])
}

interface ButtonsProps {
  readonly saving: boolean
  readonly isNew: boolean
  readonly onSave: (after: After) => void
  readonly onCancel: () => void
}

const Buttons = ({ saving, isNew, onSave, onCancel }: ButtonsProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Button type="submit" loading={saving}>
        {t('form.save')}
      </Button>
      <Button
        variant="default"
        disabled={saving}
        onClick={() => onSave(isNew ? 'another' : 'continue')}
      >
        {t(isNew ? 'form.saveAnother' : 'form.saveContinue')}
      </Button>
      <Button variant="subtle" tone="neutral" onClick={onCancel}>
        {t('form.cancel')}
      </Button>
    </>
  )
}

/** Sections of fields with their errors, the buttons, and the dialogs of a form. */
export const RecordForm = (props: RecordFormProps) => {
  const { resource, state, isNew, onSaved, onCancel, bar, inDrawer = false } = props
  const form = useRef<HTMLFormElement>(null)
  const submit = async (after: After) => {
    const saved = await state.save()
    if (saved) onSaved(saved.record, after, saved.operationId)
  }
  // The button that saved could not keep the focus while it was busy.
  const toSave = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true }),
    )
  useSaveKeys(form, (stay) => void submit(stay && !isNew ? 'continue' : 'open'))
  useLeaveQuestion(state.blocked)
  return (
    <FormProvider {...state.form}>
      <form
        ref={form}
        noValidate
        className={classes.form}
        onPointerDown={keepPress}
        data-drawer={inDrawer || undefined}
        onSubmit={(e: FormEvent) => {
          e.preventDefault()
          void submit('open')
        }}
      >
        {state.draft ? (
          <DraftNote at={state.draft.at} onTake={state.takeDraft} onDrop={state.dropDraft} />
        ) : null}
        {state.waiting ? <state.waiting.Notice takeBack={state.waiting.takeBack} /> : null}
        <Summary state={state} />
        <div className={classes.sections} inert={state.waiting !== undefined}>
          <FormResource value={resource}>
            <RelatedContext value={inDrawer ? undefined : createRelated}>
              {resource.form.sections.map((section) => (
                <Section
                  key={section.title}
                  resource={resource}
                  title={section.title}
                  of={state.fields}
                  names={section.fields}
                />
              ))}
            </RelatedContext>
          </FormResource>
        </div>
        <div className={classes.bar} inert={state.waiting !== undefined}>
          {bar ?? (
            <Buttons
              saving={state.saving}
              isNew={isNew}
              onSave={(after) => void submit(after)}
              onCancel={onCancel}
            />
          )}
        </div>
      </form>
      {state.clashes.length > 0 ? (
        <ConflictDialog
          resource={resource}
          clashes={state.clashes}
          onDecide={(mine) => {
            state.decide(mine)
            toSave()
          }}
          onClose={() => {
            state.postpone()
            toSave()
          }}
        />
      ) : null}
    </FormProvider>
  )
}

const Note = ({
  tone,
  title,
  ref,
  children,
}: {
  readonly tone: string | undefined
  readonly title: string
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}) => {
  const id = useId()
  return (
    <div ref={ref} role="alert" aria-labelledby={id} className={`${classes.note} ${tone}`}>
      <strong id={id}>{title}</strong>
      {children}
    </div>
  )
}

interface DraftNoteProps {
  /** When the draft was kept, ISO 8601. */
  readonly at: string
  readonly onTake: () => void
  readonly onDrop: () => void
}

/** Offers what was typed earlier and not saved. */
const DraftNote = ({ at, onTake, onDrop }: DraftNoteProps) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return (
    <Note tone={common.info} title={t('form.draftTitle')}>
      <div className={`${texts.row} ${classes.draft}`}>
        <p className={texts.text}>
          {t('form.draftText', { at: instant(new Date(at).toISOString()) })}
        </p>
        <div className={texts.row}>
          <Button size="small" variant="default" onClick={onTake}>
            {t('form.draftTake')}
          </Button>
          <Button size="small" variant="subtle" onClick={onDrop}>
            {t('form.draftDrop')}
          </Button>
        </div>
      </div>
    </Note>
  )
}

/** Lists what prevented a save; each line links to its field. */
const Summary = ({ state }: { state: RecordFormState }) => {
  const { t } = useTranslation()
  const { errors, submitCount, isSubmitting } = useFormState({ control: state.form.control })
  const lines = submitCount > 0 && !isSubmitting ? state.fields.filter((f) => f.name in errors) : []
  const shown = useRef<HTMLDivElement>(null)
  const wrong = lines.length > 0 || state.failure !== undefined
  useEffect(() => {
    if (wrong) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [wrong, submitCount])
  if (!wrong) return null
  return (
    <Note
      ref={shown}
      tone={common.danger}
      title={lines.length > 0 ? t('form.attention', { count: lines.length }) : t('form.notSaved')}
    >
      {state.failure ? <p className={texts.text}>{state.failure}</p> : null}
      {lines.length > 0 ? (
        <ul className={classes.errors}>
          {lines.map((f) => (
            <li key={f.name}>
              <a
                href={`#field-${f.name}`}
                onClick={(e) => {
                  e.preventDefault()
                  state.form.setFocus(f.name)
                }}
              >
                {label(f.label)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Note>
  )
}

interface SectionProps {
  readonly resource: ResourceModel
  readonly title: string
  /** The fields of the form. */
  readonly of: readonly FieldModel[]
  /** Names of those of the section. */
  readonly names: readonly string[]
}

/** Renders again only when its fields change: the form does so with each state of a save. */
const Section = memo(({ resource, title, of, names }: SectionProps): ReactNode => {
  const fields = names.flatMap((name) => of.filter((f) => f.name === name))
  const asked = useWhen(fields)
  const { by, capacity } = resource.list.layouts?.calendar ?? {}
  const owner = capacity && fields.find((f) => f.name === by?.[0])
  const draw = (f: FieldModel) => {
    const plain = <Field field={f} name={f.name} />
    return owner && f.name === capacity.match ? (
      <Suspense fallback={<div aria-busy="true">{plain}</div>}>
        <CountedKindField field={f} owner={owner} capacity={capacity} />
      </Suspense>
    ) : (
      plain
    )
  }
  if (asked.length === 0) return null
  // A section of one group has its name already.
  const [first] = asked
  const lone = asked.length === 1 && first !== undefined && label(first.label) === label(title)
  return (
    <section className={classes.section} aria-label={title ? label(title) : undefined}>
      {title ? (
        <h2 className={classes.title}>
          {label(title)}
          {lone && first.required ? (
            <span aria-hidden className={classes.required}>
              {' '}
              *
            </span>
          ) : null}
        </h2>
      ) : null}
      <div className={classes.fields}>
        {asked.map((f) => (
          <div
            key={f.name}
            data-kind={f.kind}
            className={WIDE.has(f.kind) ? classes.wide : undefined}
            data-lone={lone || undefined}
          >
            {draw(f)}
          </div>
        ))}
      </div>
    </section>
  )
})
