import type { ReactNode } from 'react'
import type { Approval } from '#data/approvals.ts'
import { fieldOf } from '#model/standard.ts'
import { Badge } from '#ui/Badge.tsx'
import { label, sentence, useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import { FieldValue } from '../fields/FieldValue.tsx'
import { hrefOf } from '../links.tsx'
import { useTimeZone } from '../person.ts'
import { modelOf } from '../resource.ts'
import { inputOf, recordOf, tones } from './words.ts'
import css from './approvals.module.css'

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const TEXTS = ['stale', 'expired', 'failed', 'rejected'] as const

/** Everything a request shows: what would change, who asks, the votes and its state. */
export const ApprovalView = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation()
  const format = useFormat(useTimeZone())
  const { state, requester, mine, quorum, votes, overriddenBy, endedAt, expiresAt } = approval
  const resource = modelOf(approval.collection)
  const somebody = t('approvals.somebody')
  const name = requester.name ?? somebody
  const input = inputOf(approval, resource)
  const changes = Object.entries(approval.changes).flatMap(([key, [before, after]]) => {
    const field = resource && fieldOf(resource, key)
    return field && field.name !== 'deletedAt' ? [{ field, before, after }] : []
  })
  const text = TEXTS.find((each) => each === state)
  return (
    <div className={css.view}>
      {text ? (
        <div className={css.ended} data-tone={tones[state]} role="status">
          <p>{t(`approvals.text_${text}`)}</p>
          {approval.reason ? <p className={css.given}>{sentence(approval.reason)}</p> : null}
        </div>
      ) : null}
      <dl className={css.facts}>
        <Fact name={t('approvals.record')}>
          {resource?.path ? (
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
      {input.length ? (
        <section>
          <h3 className={css.partTitle}>{t('approvals.input')}</h3>
          <dl className={css.facts}>
            {input.map(({ field, value }) => (
              <Fact key={field.name} name={label(field.label)}>
                <FieldValue field={field} value={value} />
              </Fact>
            ))}
          </dl>
        </section>
      ) : null}
      {changes.length || !input.length ? (
        <section>
          <h3 className={css.partTitle}>
            {t(state === 'applied' ? 'approvals.changed' : 'approvals.changes')}
          </h3>
          {changes.length ? (
            <table className={css.changes}>
              <thead>
                <tr>
                  <th scope="col">{t('approvals.field')}</th>
                  <th scope="col">{t('approvals.before')}</th>
                  <th scope="col">{t('approvals.after')}</th>
                </tr>
              </thead>
              <tbody>
                {changes.map(({ field, before, after }) => (
                  <tr key={field.name}>
                    <th scope="row">{label(field.label)}</th>
                    <td>
                      <FieldValue field={field} value={before} />
                    </td>
                    <td>
                      <FieldValue field={field} value={after} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p className={css.quiet}>{t('approvals.noChanges')}</p>
          )}
        </section>
      ) : null}
    </div>
  )
}
