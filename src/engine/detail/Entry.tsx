import { own as lookUp } from '#schemas/define/own.ts'
import { Button } from '#ui/Button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Revision } from '#data/queries.ts'
import type { Included, RecordData } from '#data/types.ts'
import { settled } from '#model/shown.ts'
import { fieldOf } from '#model/standard.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { quietPart } from '#ui/lazyPart.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import { ResourceLink } from '../links.tsx'
import { useTimeZone } from '../person.ts'
import { useRights } from '../resource.ts'
import { changesOf, type FieldChange } from './changesOf.ts'
import { UndoEntry } from './UndoEntry.tsx'
import difference from '#ui/difference.module.css'
import classes from './history.module.css'

const CompareDialog = quietPart(
  async () => (await import('../versions/CompareDialog.tsx')).CompareDialog,
)

const ACTIONS = {
  create: 'detail.actionCreate',
  update: 'detail.actionUpdate',
  delete: 'detail.actionDelete',
  restore: 'detail.actionRestore',
  import: 'detail.actionImport',
  'import.history': 'detail.actionImportHistory',
  transition: 'detail.actionTransition',
  purge: 'detail.actionPurge',
} as const

/** Who changed the record; the system does what nobody did. */
const useWho = ({ actor, channel }: Revision): string => {
  const { t } = useTranslation()
  const automatic = channel === 'system' || channel === 'job'
  return actor?.name ?? t(automatic ? 'detail.system' : 'detail.someone')
}

interface ChangesProps {
  readonly resource: ResourceModel
  readonly revision: Revision
  readonly changes: readonly FieldChange[]
  readonly included: Included
}

/** The fields of a revision before and after it. */
const Changes = ({ resource, revision, changes, included }: ChangesProps) => (
  <dl className={classes.changes}>
    {changes.map(([name, [before, after]]) => {
      const found = fieldOf(resource, name)
      const field = found && settled(found)
      return field ? (
        <div key={name}>
          <dt>{label(field.label)}</dt>
          <dd>
            {revision.action === 'create' || before === null ? null : (
              <>
                <span className={difference.before}>
                  <FieldValue field={field} value={before} included={included} />
                </span>{' '}
                <span className={difference.arrow} aria-hidden>
                  →
                </span>{' '}
              </>
            )}
            <FieldValue field={field} value={after} included={included} />
          </dd>
        </div>
      ) : null
    })}
  </dl>
)

/** One revision: the person, the action, and the fields before and after. */
export const Entry = ({
  resource,
  record,
  revision,
  included,
}: {
  resource: ResourceModel
  record: RecordData
  revision: Revision
  included: Included
}) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const rights = useRights(resource)
  const [comparing, setComparing] = useState(false)
  const own = resource.actions.find((a) => a.name === revision.action)
  const action = lookUp(ACTIONS, revision.action.split(':')[0]!) ?? ACTIONS.update
  const who = useWho(revision)
  const changes = changesOf(resource, revision)
  const client = useQueryClient()
  const revert = async () => {
    const restoring = await import('./revert.ts')
    await restoring.revert(client, { resource, record, revision })
  }
  return (
    <li className={classes.entry}>
      <div className={classes.entryHead}>
        <strong>{own ? label(own.label) : t(action)}</strong>
        <span className={classes.muted}>{who}</span>
        <ResourceLink
          resource={resource}
          target={{ page: 'detail', id: record.id, search: { asOf: revision.at } }}
          className={classes.moment}
          aria-label={t('versions.seeAt', { at: format.instant(revision.at) })}
        >
          <time dateTime={revision.at} title={format.ago(revision.at)}>
            {format.instant(revision.at)}
          </time>
        </ResourceLink>
        <span className={classes.muted}>{t('detail.version', { n: revision.version })}</span>
        {record.version > 1 ? (
          <Button
            size="tiny"
            variant="subtle"
            aria-haspopup="dialog"
            onClick={() => setComparing(true)}
          >
            {t('versions.compare')}
          </Button>
        ) : null}
        {rights.update &&
        !record.deletedAt &&
        revision.version < record.version &&
        changes.length > 0 ? (
          <Button size="tiny" variant="subtle" onClick={() => void revert()}>
            {t('detail.revert')}
          </Button>
        ) : null}
        <UndoEntry resource={resource} record={record} revision={revision} />
      </div>
      {revision.reason ? (
        <p className={classes.reason}>{t('detail.reason', { reason: revision.reason })}</p>
      ) : null}
      {changes.length > 0 ? (
        <Changes resource={resource} revision={revision} changes={changes} included={included} />
      ) : null}
      {revision.action === 'update' && changes.length === 0 ? (
        <p className={`${classes.reason} ${classes.muted}`}>{t('detail.changedUnseen')}</p>
      ) : null}
      {comparing ? (
        <CompareDialog
          resource={resource}
          record={record}
          revision={revision}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </li>
  )
}
