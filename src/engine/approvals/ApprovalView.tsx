import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import type { Approval } from '#data/approvals.ts'
import { fieldOf } from '#model/standard.ts'
import type { Json, ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { receivedMessage } from '../serverMessage.ts'
import { useFormat } from '#ui/useFormat.ts'
import { openOperation } from '../changes/followed.ts'
import { PlanView } from '../changes/PlanView.tsx'
import { RowLink } from '../changes/RowLink.tsx'
import { FieldValue } from '../fields/FieldValue.tsx'
import { hrefOf } from '../links.tsx'
import { useTimeZone } from '../person.ts'
import { modelOf } from '../resource.ts'
import { RequestedLines } from './RequestedLines.tsx'
import { Grants } from './Grants.tsx'
import { inputOf, recordOf, tones } from './words.ts'
import css from './approvals.module.css'

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const TEXTS = ['stale', 'expired', 'failed', 'rejected'] as const

type Pairs = Readonly<Record<string, readonly [Json, Json]>>

/** Changes of a record as a table; a new record has no values before. */
const ChangeTable = ({
  resource,
  changes,
  created = false,
}: {
  readonly resource: ResourceModel | undefined
  readonly changes: Pairs
  readonly created?: boolean
}) => {
  const { t } = useTranslation()
  const rows = Object.entries(changes).flatMap(([key, [before, after]]) => {
    const field = resource && fieldOf(resource, key)
    return field && field.name !== 'deletedAt' ? [{ field, before, after }] : []
  })
  if (!rows.length) return <p className={css.quiet}>{t('approvals.noChanges')}</p>
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{t('approvals.field')}</th>
          {created ? null : <th scope="col">{t('approvals.before')}</th>}
          <th scope="col">{t(created ? 'approvals.value' : 'approvals.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, before, after }) => (
          <tr key={field.name}>
            <th scope="row">{label(field.label)}</th>
            {created ? null : (
              <td data-kind={field.kind}>
                <FieldValue field={field} value={before} />
              </td>
            )}
            <td data-kind={field.kind}>
              {field.name === resource?.grants ? (
                <Grants value={after} />
              ) : (
                <FieldValue field={field} value={after} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Who asked, when, until when, and the votes. */
const Facts = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const { state, requester, mine, quorum, votes, overriddenBy, endedAt, expiresAt } = approval
  const resource = modelOf(approval.collection)
  const somebody = t('approvals.somebody')
  const name = requester.name ?? somebody
  return (
    <dl className={css.facts}>
      <Fact name={t(approval.bulk ? 'approvals.recordsTitle' : 'approvals.record')}>
        {resource?.path && approval.recordId !== null ? (
          <a href={hrefOf(resource, { page: 'detail', id: approval.recordId })}>
            <bdi>{recordOf(approval)}</bdi>
          </a>
        ) : (
          recordOf(approval)
        )}{' '}
        <Badge tone={tones[state]}>{t(`approvals.state_${state}`)}</Badge>
      </Fact>
      <Fact name={t('approvals.requester')}>
        {mine ? t('approvals.you', { name }) : name}
        {' · '}
        <time dateTime={approval.at} title={format.instant(approval.at)}>
          {format.ago(approval.at)}
        </time>
      </Fact>
      <Fact name={t(endedAt ? 'approvals.ended' : 'approvals.expires')}>
        <time dateTime={endedAt ?? expiresAt}>{format.instant(endedAt ?? expiresAt)}</time>
      </Fact>
      <Fact name={overriddenBy ? t('approvals.overridden') : t('approvals.votes')}>
        {overriddenBy
          ? (overriddenBy.name ?? somebody)
          : [
              t('approvals.votesOf', {
                n: format.number(votes.length),
                quorum: format.number(quorum),
              }),
              ...votes.map((vote) => vote.name ?? somebody),
            ].join(' · ')}
      </Fact>
    </dl>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3 className={css.partTitle}>{title}</h3>
    {children}
  </section>
)

/** Other records that it changes or creates. */
const Others = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation()
  return approval.others.map(({ collection, id, title, created, changes }, i) => {
    const resource = modelOf(collection)
    const one = resource ? label(resource.label.one) : t('approvals.record')
    const what = created
      ? t('approvals.newOne', { what: inSentence(one) })
      : `${one} · ${title ?? id?.slice(-8)}`
    return (
      <Part key={id ?? i} title={what}>
        <ChangeTable resource={resource} changes={changes} created={created} />
      </Part>
    )
  })
}

/** The first records of a bulk that changes no field of them: the dry run shows the others. */
const Named = ({ rows }: { readonly rows: NonNullable<Approval['bulk']>['rows'] }) => {
  const { t } = useTranslation()
  const named = rows.filter(({ changes }) =>
    Object.keys(changes).every((name) => name === 'deletedAt'),
  )
  if (!named.length) return null
  return (
    <Part title={t('changes.first', { count: named.length })}>
      <ul className={css.named}>
        {named.map((row) => (
          <li key={row.id}>
            <RowLink row={row} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The dry run of a bulk as it is reviewed, or as it was before it was applied. */
const Bulk = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation()
  const { bulk, used, operationId, mine, kind } = approval
  if (!bulk) return null
  const fates = { delete: 'trash', purge: 'purge' } as const
  const fate = kind === 'delete' || kind === 'purge' ? fates[kind] : 'end'
  return (
    <div className={css.bulk}>
      <PlanView
        plan={{ ...bulk, refusals: [], ...(used ? { used } : {}) }}
        uses={{ fate, ids: [], alternatives: [] }}
      />
      <Named rows={bulk.rows} />
      {operationId !== null && mine ? (
        <Button variant="default" size="small" onClick={() => openOperation({ id: operationId })}>
          {t('approvals.result')}
        </Button>
      ) : null}
    </div>
  )
}

/** A reason of the rules in the person's language, or what a person wrote. */
const reasonOf = (approval: Approval): string => {
  const { params, reason } = approval
  return params ? receivedMessage(reason ?? '', approval) : (reason ?? '')
}

/** Everything a request shows: what would change, who requested it, the votes and its state. */
export const ApprovalView = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation()
  const { state, bulk, recordId } = approval
  const resource = modelOf(approval.collection)
  const input = inputOf(approval, resource)
  const text = TEXTS.find((each) => each === state)
  const changes = Object.keys(approval.changes).length > 0
  return (
    <div className={css.view}>
      {text ? (
        <div className={css.ended} data-tone={tones[state]} role="status">
          <p>{t(`approvals.text_${text}`)}</p>
          {approval.reason ? <p className={css.given}>{reasonOf(approval)}</p> : null}
        </div>
      ) : null}
      <Facts approval={approval} />
      {input.length ? (
        <Part title={t('approvals.input')}>
          <dl className={css.facts}>
            {input.map(({ field, value }) => (
              <Fact key={field.name} name={label(field.label)}>
                {field.takes && resource && recordId !== null ? (
                  <RequestedLines
                    approval={{ ...approval, recordId }}
                    resource={resource}
                    field={field}
                    value={value}
                  />
                ) : (
                  <FieldValue field={field} value={value} />
                )}
              </Fact>
            ))}
          </dl>
        </Part>
      ) : null}
      {bulk ? <Bulk approval={approval} /> : null}
      {!bulk && (changes || !input.length) ? (
        <Part title={t(state === 'applied' ? 'approvals.changed' : 'approvals.changes')}>
          <ChangeTable
            resource={resource}
            changes={approval.changes}
            created={approval.kind === 'create'}
          />
        </Part>
      ) : null}
      <Others approval={approval} />
    </div>
  )
}
