import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconMinus, IconPlus, IconUsers } from '@tabler/icons-react'
import type { Grants } from '#schemas/define/permissions.ts'
import { grantsDiff } from '#model/grantsEdit.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import dialog from '#ui/dialog.module.css'
import { effectOf, type Effect, type Holder } from './effect.ts'
import { wordsOf, type Line } from './matrix.ts'
import { useHolders, useRoles } from './usePeople.ts'
import css from './permission.module.css'

interface ReviewProps {
  readonly role: { readonly id: string; readonly name: string }
  readonly before: Grants
  readonly after: Grants
  readonly universe: readonly string[]
  readonly lines: readonly Line[]
  readonly changedRules: readonly string[]
  readonly onSave: () => Promise<void>
  readonly onClose: () => void
}

/** Maximum keys listed individually; the rest is only counted. */
const NAMED = 8

interface Change {
  readonly line: Line
  readonly gained: readonly string[]
  readonly lost: readonly string[]
  readonly rows: boolean
  readonly keys: readonly string[]
}

const changesOf = ({
  before,
  after,
  universe,
  lines,
  changedRules,
}: ReviewProps): {
  readonly changes: readonly Change[]
  readonly words: ReturnType<typeof wordsOf>
} => {
  const words = wordsOf(lines)
  const { gained, lost } = grantsDiff(before, after, universe)
  const at = (line: Line, keys: readonly string[]) =>
    keys.filter((key) => words.get(key)?.line === line)
  const changes = lines
    .map((line) => ({
      line,
      gained: at(line, gained),
      lost: at(line, lost),
      rows: changedRules.includes(line.entity),
    }))
    .filter((c) => c.gained.length || c.lost.length || c.rows)
    .map((c) => ({ ...c, keys: [...c.gained, ...c.lost] }))
  return { changes, words }
}

const Names = ({
  keys,
  words,
}: {
  readonly keys: readonly string[]
  readonly words: ReturnType<typeof wordsOf>
}) => {
  const { t } = useTranslation()
  const { list } = useFormat()
  const names = keys.map((key) => words.get(key)?.label ?? key)
  return (
    <>
      {names.length > NAMED
        ? t('permission.andMore', {
            names: names.slice(0, NAMED).join(', '),
            count: names.length - NAMED,
          })
        : list(names)}
    </>
  )
}

/** People who gain and lose permissions, one sentence each. */
const People = ({ effect }: { readonly effect: Effect }) => {
  const { t } = useTranslation()
  const { list } = useFormat()
  const line = (
    text: 'permission.peopleGain' | 'permission.peopleLose',
    names: readonly string[],
  ) =>
    names.length ? (
      <p className={css.people} title={list(names)}>
        <IconUsers size={14} aria-hidden /> {t(text, { count: names.length })}
        {names.length <= 3 ? ` (${list(names)})` : ''}
      </p>
    ) : null
  return (
    <>
      {line('permission.peopleLose', effect.lose)}
      {line('permission.peopleGain', effect.gain)}
    </>
  )
}

/** Effect of a save on the role and on people, shown before saving. */
export const ReviewDialog = (props: ReviewProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const holders = useHolders(props.role.id)
  const roles = useRoles()
  const { changes, words } = changesOf(props)
  const others = new Map(
    (roles ?? []).filter((r) => r.id !== props.role.id).map((r) => [r.id, r.grants]),
  )
  const effect = (people: readonly Holder[], keys: readonly string[]) =>
    effectOf(people, { id: props.role.id, before: props.before, after: props.after }, others, keys)
  const save = async () => {
    setBusy(true)
    try {
      await props.onSave()
    } finally {
      setBusy(false)
    }
  }
  const peopleText = () => {
    if (holders === null) return t('permission.peopleHidden')
    if (holders === undefined || !roles) return t('common.loading')
    return t('permission.peopleHave', { count: holders.length })
  }
  return (
    <Dialog
      title={t('permission.reviewTitle', { role: props.role.name })}
      wide
      onClose={props.onClose}
    >
      <p className={css.note}>{peopleText()}</p>
      <ul className={css.changes}>
        {changes.map((change) => (
          <li key={change.line.entity || 'installation'}>
            <h3>{change.line.label}</h3>
            {change.lost.length ? (
              <p className={css.lost}>
                <IconMinus size={14} aria-hidden />
                <span>
                  <strong>{t('permission.lost')}</strong> <Names keys={change.lost} words={words} />
                </span>
              </p>
            ) : null}
            {change.gained.length ? (
              <p className={css.gained}>
                <IconPlus size={14} aria-hidden />
                <span>
                  <strong>{t('permission.gained')}</strong>{' '}
                  <Names keys={change.gained} words={words} />
                </span>
              </p>
            ) : null}
            {change.rows ? <p className={css.rowsChanged}>{t('permission.rowsChanged')}</p> : null}
            {holders && roles && change.keys.length ? (
              <People effect={effect(holders, change.keys)} />
            ) : null}
          </li>
        ))}
      </ul>
      <div className={dialog.foot}>
        <Button variant="default" onClick={props.onClose}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void save()}>
          {t('permission.saveChanges')}
        </Button>
      </div>
    </Dialog>
  )
}
