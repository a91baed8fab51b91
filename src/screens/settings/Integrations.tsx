import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import {
  IconBell,
  IconCreditCard,
  IconDatabase,
  IconFile,
  IconMail,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { integrations, testIntegration, type Integrations as State, type LastCall } from './api.ts'
import { Card, Failure, useSubmission } from './Card.tsx'
import css from './settings.module.css'

const icons = {
  identity: IconUserCheck,
  files: IconFile,
  push: IconBell,
  documents: IconDatabase,
} as const satisfies Record<Service['service'], Icon>

const toneOf = (on: boolean, failing: boolean) => {
  if (failing) return 'danger'
  return on ? 'success' : 'neutral'
}

const Row = ({
  icon: RowIcon,
  name,
  note,
  state,
  on,
  failing = false,
  children,
}: {
  readonly icon: Icon
  readonly name: string
  readonly note: string
  readonly state: string
  readonly on: boolean
  readonly failing?: boolean
  readonly children?: ReactNode
}) => (
  <li className={css.row}>
    <RowIcon size={20} stroke={1.5} aria-hidden />
    <span className={css.rowText}>
      <span>{name}</span>
      <span className={css.quiet}>{note}</span>
    </span>
    {children}
    <Badge tone={toneOf(on, failing)}>{state}</Badge>
  </li>
)

type Service = State['firebase']['services'][number]

const stateOfService = ({ service, on, emulator }: Service, failing: boolean) => {
  if (!on) return service === 'push' ? 'settings.off' : 'settings.embeddedService'
  if (failing) return 'settings.failing'
  return emulator ? 'settings.onEmulator' : 'settings.onFirebase'
}

const paymentStates = {
  stripe: 'settings.untried',
  test: 'settings.trying',
  none: 'settings.off',
} as const satisfies Record<State['payments'], string>

/** Text for the result of a service's last real call. */
const useHow = () => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return (last: LastCall): string => {
    if (!last) return t('settings.untriedNote')
    const at = instant(last.at)
    return last.ok
      ? t('settings.lastOk', { at })
      : t('settings.lastFailed', { at, problem: last.problem })
  }
}

const stateOf = (last: LastCall) => {
  if (!last) return 'settings.untried'
  return last.ok ? 'settings.connected' : 'settings.failing'
}

/** A configured external service: the result of its last real call, and a button to test it. */
const Outside = ({
  icon,
  name,
  note,
  last,
  service,
}: {
  readonly icon: Icon
  readonly name: string
  readonly note: string
  readonly last: LastCall
  readonly service: 'mail' | 'files'
}) => {
  const { t } = useTranslation()
  const how = useHow()
  const client = useQueryClient()
  const submission = useSubmission()
  const test = async () => {
    await submission.run(() => testIntegration(service))
    await client.invalidateQueries({ queryKey: ['integrations'] })
  }
  return (
    <Row
      icon={icon}
      name={name}
      on={last?.ok === true}
      failing={last?.ok === false}
      state={t(stateOf(last))}
      note={[note, submission.error ?? how(last)].join(' · ')}
    >
      <Button
        size="small"
        variant="default"
        loading={submission.busy}
        aria-label={t('settings.testService', { service: name })}
        onClick={() => void test()}
      >
        {t('settings.tryOut')}
      </Button>
    </Row>
  )
}

const Firebase = ({
  state,
  last,
}: {
  readonly state: State['firebase']
  readonly last: State['last']
}) => {
  const { t } = useTranslation()
  const how = useHow()
  const submission = useSubmission()
  const identity = state.services.some((one) => one.service === 'identity' && one.on)
  const check = async () => {
    const run = async () => (await import('../shared/identityFlow.ts')).checkService()
    if (await submission.run(run)) toast.success(t('settings.identityChecked'))
  }
  const factsOf = (service: Service['service']): string => {
    if (service === 'identity') {
      return state.providers.map((one) => t(`settings.provider_${one}`)).join(', ')
    }
    return service === 'documents' && state.resources.length
      ? state.resources.join(', ')
      : t(`settings.service_${service}Text`)
  }
  return (
    <Card
      title={t('settings.firebase')}
      text={
        state.project
          ? t('settings.firebaseProject', { project: state.project })
          : t('settings.firebaseNone')
      }
      foot={
        identity ? (
          <Button variant="default" loading={submission.busy} onClick={() => void check()}>
            {t('settings.identityCheck')}
          </Button>
        ) : undefined
      }
    >
      <Failure>{state.problem ?? submission.error}</Failure>
      <ul className={css.rows} aria-label={t('settings.firebase')}>
        {state.services.map(({ service, on, emulator }) => (
          <Row
            key={service}
            icon={icons[service]}
            name={t(`settings.service_${service}`)}
            on={on && last[service]?.ok === true}
            failing={on && last[service]?.ok === false}
            state={t(stateOfService({ service, on, emulator }, last[service]?.ok === false))}
            note={
              on
                ? `${factsOf(service)} · ${how(last[service])}`
                : t(`settings.service_${service}Text`)
            }
          />
        ))}
      </ul>
    </Card>
  )
}

/** External services of the installation; shown here, set in its configuration. */
export const Integrations = () => {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['integrations'],
    queryFn: ({ signal }) => integrations(signal),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} columns={2} />
  const { mail, payments, files } = data
  return (
    <>
      <Card title={t('settings.outside')} text={t('settings.outsideText')}>
        <ul className={css.rows} aria-label={t('settings.outside')}>
          {mail.server ? (
            <Outside
              icon={IconMail}
              name={t('settings.mail')}
              service="mail"
              last={data.last.mail}
              note={[
                mail.server,
                ...(mail.inbox ? [t('settings.mailInbox', { address: mail.inbox })] : []),
              ].join(' · ')}
            />
          ) : (
            <Row
              icon={IconMail}
              name={t('settings.mail')}
              on={false}
              state={t('settings.toConsole')}
              note={[
                t('settings.mailNone'),
                ...(mail.inbox ? [t('settings.mailInbox', { address: mail.inbox })] : []),
              ].join(' · ')}
            />
          )}
          <Row
            icon={IconCreditCard}
            name={t('settings.payments')}
            on={false}
            state={t(paymentStates[payments])}
            note={t(`settings.payments_${payments}`)}
          />
          {files === 'local' ? (
            <Row
              icon={IconFile}
              name={t('settings.filesPlace')}
              on={false}
              state={t('settings.embeddedService')}
              note={t('settings.files_local')}
            />
          ) : (
            <Outside
              icon={IconFile}
              name={t('settings.filesPlace')}
              service="files"
              last={data.last.files}
              note={t(`settings.files_${files}`)}
            />
          )}
        </ul>
      </Card>
      <Firebase state={data.firebase} last={data.last} />
    </>
  )
}
