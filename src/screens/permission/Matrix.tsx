import { Fragment, memo } from 'react'
import { IconAlertTriangle, IconChevronRight, IconFilter } from '@tabler/icons-react'
import { actions } from '#schemas/define/permissions.ts'
import { useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { Check } from './Check.tsx'
import { actionText, showsNothing, tickedKeys, type Line } from './matrix.ts'
import type { Draft } from './useDraft.ts'
import css from './permission.module.css'

export interface MatrixProps {
  readonly lines: readonly Line[]
  readonly draft: Draft
  readonly readOnly: boolean
  /** True when the editor may grant the key. */
  readonly may: (key: string) => boolean
  readonly errors: ReadonlyMap<string, string>
  readonly onOpen: (entity: string) => void
}

/** Keys of a group that the editor may grant or revoke. */
const open = (
  { may, draft }: Pick<MatrixProps, 'may' | 'draft'>,
  keys: readonly string[],
  on: boolean,
): readonly string[] => keys.filter((key) => (on ? may(key) || draft.has(key) : true))

/** State of a check box that covers several keys. */
const shareOf = (draft: Draft, keys: readonly string[]) => {
  const held = keys.filter(draft.has).length
  return { on: keys.length > 0 && held === keys.length, some: held > 0 }
}

type LineProps = Omit<MatrixProps, 'lines'> & { readonly line: Line }

/** The check box of one key in a line. */
const KeyCheck = ({
  of,
  name,
  line,
  draft,
  readOnly,
  may,
  errors,
}: Omit<LineProps, 'onOpen'> & { readonly of: string; readonly name: string }) => {
  const { t } = useTranslation()
  const refused = !may(of) && !draft.has(of)
  return (
    <Check
      name={`${name}: ${line.label}`}
      on={draft.has(of)}
      changed={draft.changed(of)}
      error={errors.get(of)}
      disabled={readOnly || refused}
      title={refused && !readOnly ? t('permission.notHeld') : undefined}
      onChange={(on) => draft.set(on ? tickedKeys(line, of, { has: draft.has, may }) : [of], on)}
    />
  )
}

/** What is ticked behind a line, and whether a rule narrows its rows. */
const insideOf = ({ line, draft, errors }: Pick<LineProps, 'line' | 'draft' | 'errors'>) => {
  const keys = [
    ...line.fields.flatMap((f) => (f.write ? [f.read, f.write] : [f.read])),
    ...[...line.transitions, ...line.own].map((i) => i.key),
  ]
  return {
    read: line.fields.filter((f) => draft.has(f.read)).length,
    write: line.fields.filter((f) => f.write !== undefined && draft.has(f.write)).length,
    transitions: line.transitions.filter((i) => draft.has(i.key)).length,
    own: line.own.filter((i) => draft.has(i.key)).length,
    rule: line.resource ? draft.rule(line.entity) : undefined,
    changed: keys.some(draft.changed) || draft.changedRules.includes(line.entity),
    wrong:
      keys.some((key) => errors.has(key)) ||
      [...errors.keys()].some((path) => path.startsWith(`rows.${line.entity}`)),
  }
}

/** Opens the drawer of a line, and summarises what is in it. */
const Details = ({
  line,
  draft,
  inside,
  onOpen,
}: Pick<LineProps, 'line' | 'draft' | 'onOpen'> & {
  readonly inside: ReturnType<typeof insideOf>
}) => {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={css.details}
      data-changed={inside.changed || undefined}
      data-error={inside.wrong || undefined}
      onClick={() => onOpen(line.entity)}
    >
      <span className="visually-hidden">{t('permission.detailsOf', { entity: line.label })}. </span>
      <span className={css.facts}>
        <span>
          {t('permission.fieldsShort', {
            read: inside.read,
            write: inside.write,
            all: line.fields.length,
          })}
        </span>
        {showsNothing(line, draft.has) ? (
          <span className={css.blind}>
            <IconAlertTriangle size={12} aria-hidden /> {t('permission.noFields')}
          </span>
        ) : null}
        {line.transitions.length ? (
          <span>
            {t('permission.transitionsShort', {
              on: inside.transitions,
              all: line.transitions.length,
            })}
          </span>
        ) : null}
        <span>{t('permission.ownShort', { on: inside.own, all: line.own.length })}</span>
        {inside.rule ? (
          <span className={css.ruled}>
            <IconFilter size={12} aria-hidden /> {t('permission.rowsSome')}
          </span>
        ) : null}
      </span>
      <IconChevronRight size={16} aria-hidden />
    </button>
  )
}

/** The cells of the actions that every entity has. */
const ActionCells = (props: LineProps) => {
  const { t } = useTranslation()
  return actions.map((action) => {
    const key = props.line.actions[action]
    return (
      <td key={action} className={css.cell}>
        {key ? (
          <KeyCheck {...props} of={key} name={t(actionText[action])} />
        ) : (
          <span className={css.none} aria-label={t('permission.notHere')}>
            –
          </span>
        )}
      </td>
    )
  })
}

const Row = memo((props: LineProps) => {
  const { t } = useTranslation()
  const { line, draft, readOnly, may, onOpen } = props
  const Icon = iconOf(line.resource?.nav.icon ?? 'shield')
  const inside = insideOf(props)
  return (
    <tr data-changed={line.keys.some(draft.changed) || inside.changed || undefined}>
      <th scope="row" className={css.entity}>
        <span className={css.entityLine}>
          <Check
            name={t('permission.everythingOf', { entity: line.label })}
            {...shareOf(draft, line.keys)}
            disabled={readOnly}
            onChange={(on) => draft.set(open({ may, draft }, line.keys, on), on)}
          />
          <Icon size={16} stroke={1.5} aria-hidden />
          <span className={css.entityName}>{line.label}</span>
        </span>
      </th>
      {line.resource ? <ActionCells {...props} /> : null}
      {line.resource ? (
        <td className={css.more}>
          <Details line={line} draft={draft} inside={inside} onOpen={onOpen} />
        </td>
      ) : (
        <td className={css.own} colSpan={actions.length + 1}>
          <ul className={css.ownList}>
            {line.own.map((item) => (
              <li key={item.key}>
                <KeyCheck {...props} of={item.key} name={item.label} />
                <span aria-hidden>{item.label}</span>
              </li>
            ))}
          </ul>
        </td>
      )}
    </tr>
  )
})

/**
 * Entities × actions. Header row and first column are sticky; fields, transitions, special
 * permissions and row rules open in a drawer.
 */
export const Matrix = (props: MatrixProps) => {
  const { t } = useTranslation()
  const { lines, draft, readOnly } = props
  const groups = [...new Set(lines.map((line) => line.group))]
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={t('permission.matrix')}>
        <thead>
          <tr>
            <th scope="col" className={css.entity}>
              {t('permission.entity')}
            </th>
            {actions.map((action) => {
              const keys = lines.flatMap((line) => line.actions[action] ?? [])
              return (
                <th key={action} scope="col" className={css.column}>
                  <span>{t(actionText[action])}</span>
                  <Check
                    name={t('permission.allOf', { action: t(actionText[action]) })}
                    {...shareOf(draft, keys)}
                    disabled={readOnly || !keys.length}
                    onChange={(on) => draft.set(open(props, keys, on), on)}
                  />
                </th>
              )
            })}
            <th scope="col" className={css.more}>
              {t('permission.inside')}
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            <tr className={css.groupRow}>
              <th scope="rowgroup" colSpan={actions.length + 2}>
                <span>{group}</span>
              </th>
            </tr>
            {lines
              .filter((line) => line.group === group)
              .map((line) => (
                <Fragment key={line.entity || 'installation'}>
                  <Row {...props} line={line} />
                </Fragment>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
