import { Button } from '@mantine/core'
import {
  IconBell,
  IconCreditCard,
  IconDatabase,
  IconFile,
  IconMail,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { ErrorState, SkeletonRows } from '#ui/states.tsx'
import { toast } from '#ui/toast.ts'
import { integrations, type Integrations as State } from './api.ts'
import { Card, Failure, useDeed } from './pieces.tsx'
import css from './settings.module.css'

const icons = {
  identity: IconUserCheck,
  files: IconFile,
  push: IconBell,
  documents: IconDatabase,
} as const satisfies Record<State['firebase']['services'][number]['service'], Icon>

const Row = ({
  icon: RowIcon,
  name,
  note,
  state,
  on,
}: {
  readonly icon: Icon
  readonly name: string
  readonly note: string
  readonly state: string
  readonly on: boolean
}) => (
  <li className={css.row}>
    <RowIcon size={20} stroke={1.5} aria-hidden />
    <span className={css.rowText}>
      <span>{name}</span>
      <span className={css.quiet}>{note}</span>
    </span>
    <Badge tone={on ? 'success' : 'neutral'}>{state}</Badge>
  </li>
)

const Firebase = ({ state }: { readonly state: State['firebase'] }) => {
  const { t } = useTranslation()
  const deed = useDeed()
  const identity = state.services.some((one) => one.service === 'identity' && one.on)
  const check = async () => {
    const run = async () => (await import('../shared/identityFlow.ts')).checkService()
    if (await deed.run(run)) toast.success(t('settings.identityChecked'))
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
          <Button variant="default" loading={deed.busy} onClick={() => void check()}>
            {t('settings.identityCheck')}
          </Button>
        ) : undefined
      }
    >
      <Failure>{state.problem ?? deed.error}</Failure>
      <ul className={css.rows} aria-label={t('settings.firebase')}>
        {state.services.map(({ service, on, emulator }) => (
          <Row
            key={service}
            icon={icons[service]}
            name={t(`settings.service_${service}`)}
            on={on}
            state={t(
              on
                ? emulator
                  ? 'settings.onEmulator'
                  : 'settings.onFirebase'
                : service === 'push'
                  ? 'settings.off'
                  : 'settings.embeddedService',
            )}
            note={
              on && service === 'identity'
                ? state.providers.map((one) => t(`settings.provider_${one}`)).join(', ')
                : on && service === 'documents' && state.resources.length
                  ? state.resources.join(', ')
                  : t(`settings.service_${service}Text`)
            }
          />
        ))}
      </ul>
    </Card>
  )
}

/** Which outside services the installation uses; chosen in its configuration, shown here. */
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
          <Row
            icon={IconMail}
            name={t('settings.mail')}
            on={mail.server !== null}
            state={t(mail.server ? 'settings.connected' : 'settings.toConsole')}
            note={[
              mail.server ?? t('settings.mailNone'),
              ...(mail.inbox ? [t('settings.mailInbox', { address: mail.inbox })] : []),
            ].join(' · ')}
          />
          <Row
            icon={IconCreditCard}
            name={t('settings.payments')}
            on={payments === 'stripe'}
            state={t(
              payments === 'stripe'
                ? 'settings.connected'
                : payments === 'test'
                  ? 'settings.trying'
                  : 'settings.off',
            )}
            note={t(`settings.payments_${payments}`)}
          />
          <Row
            icon={IconFile}
            name={t('settings.filesPlace')}
            on={files !== 'local'}
            state={t(files === 'local' ? 'settings.embeddedService' : 'settings.connected')}
            note={t(`settings.files_${files}`)}
          />
        </ul>
      </Card>
      <Firebase state={data.firebase} />
    </>
  )
}
