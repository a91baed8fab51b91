import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconCopy,
  IconHash,
  IconHistory,
  IconDots,
  IconLink,
  IconMail,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { invitePerson } from '#data/accounts.ts'
import { appConfig } from '#data/config.ts'
import type { ReactNode } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { useHolds } from '#data/me.ts'
import { AddressLink, hrefOf, ResourceLink, useGoTo } from '../links.tsx'
import {
  needsConfirmation,
  openActions,
  openTransitions,
  titleOf,
  useRecordActions,
} from '../recordActions.ts'
import { relatedScreens } from '../relatedScreens.ts'
import { RecordStepper } from './RecordStepper.tsx'
import classes from './detail.module.css'

/** An invitation is useless for a person who already has access or has left. */
const isExpected = ({ person, initial }: ResourceModel, record: RecordData): boolean =>
  person !== undefined &&
  !record.deletedAt &&
  (record.state === initial || record.state === person.requested)

/** What can be done with a record: one of its actions, or a screen it links to. */
interface HeadAction {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly leading?: boolean
  readonly href?: string
  readonly run?: () => void
}

/**
 * On a phone, further actions go into the menu: a stack of buttons would push the record out of
 * view.
 */
const ON_A_PHONE = 2

/**
 * Buttons of a record: its transitions (the first harmless one is prominent), edit, and a menu for
 * the rest.
 */
export const DetailActions = ({
  resource,
  record,
}: {
  resource: ResourceModel
  record: RecordData
}) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const can = useHolds()
  const actions = useRecordActions(resource)
  const { rights } = actions
  const transitions = openTransitions(resource, record, rights)
  const leading = transitions.find((transition) => !needsConfirmation(resource, transition))
  const phone = useMediaQuery('(max-width: 599px)', undefined, { getInitialValueInEffect: false })
  const all: readonly HeadAction[] = [
    ...transitions.map((transition) => ({
      key: transition.name,
      label: label(transition.label),
      leading: transition === leading,
      run: () => void actions.transition(record, transition),
    })),
    ...openActions(resource, record, rights).map((action) => ({
      key: action.name,
      label: label(action.label),
      run: () => void actions.act(record, action),
    })),
    ...(record.deletedAt ? [] : relatedScreens(resource, can)).map(
      ({ label: text, icon: ScreenIcon, href }) => ({
        key: text,
        label: t(text),
        icon: <ScreenIcon size={16} aria-hidden />,
        href: href(record.id),
      }),
    ),
  ]
  const first = all
    .toSorted((a, b) => Number(b.leading ?? false) - Number(a.leading ?? false))
    .slice(0, ON_A_PHONE)
  const [shown, folded] = phone
    ? [first, all.filter((action) => !first.includes(action))]
    : [all, []]
  const link = () =>
    void navigator.clipboard
      .writeText(window.location.origin + hrefOf(resource, { page: 'detail', id: record.id }))
      .then(() => toast.success(t('detail.linkCopied')))
  const copyId = () =>
    void navigator.clipboard.writeText(record.id).then(() => toast.success(t('detail.idCopied')))
  const invite = () =>
    void invitePerson(record.id).then(
      () => toast.success(t('detail.invited', { title: titleOf(resource, record) })),
      (error: unknown) => toast.error(error instanceof Error ? error.message : String(error)),
    )
  const entries = (): MenuEntry[] => [
    ...folded.map(({ key, label: text, icon, href, run }) => ({
      key,
      label: text,
      icon,
      ...(href === undefined ? { onSelect: run } : { href }),
    })),
    ...(folded.length ? ['-' as const] : []),
    ...(rights.create
      ? [
          {
            key: 'copy',
            label: t('detail.duplicate'),
            icon: <IconCopy size={16} />,
            href: hrefOf(resource, { page: 'create', search: { copy: record.id } }),
            onSelect: () => void goTo(resource, { page: 'create', search: { copy: record.id } }),
          },
        ]
      : []),
    ...(appConfig().documents?.[resource.collection] === undefined
      ? [
          {
            key: 'past',
            label: t('versions.seePast'),
            icon: <IconHistory size={16} />,
            onSelect: () =>
              void goTo(resource, {
                page: 'detail',
                id: record.id,
                search: { asOf: new Date().toISOString() },
              }),
          },
        ]
      : []),
    { key: 'link', label: t('detail.copyLink'), icon: <IconLink size={16} />, onSelect: link },
    { key: 'id', label: t('detail.copyId'), icon: <IconHash size={16} />, onSelect: copyId },
    {
      key: 'print',
      label: t('detail.print'),
      icon: <IconPrinter size={16} />,
      onSelect: () => window.print(),
    },
    ...(rights.update && isExpected(resource, record)
      ? [
          {
            key: 'invite',
            label: t('detail.invite'),
            icon: <IconMail size={16} />,
            onSelect: invite,
          },
        ]
      : []),
    ...(rights.delete && !record.deletedAt
      ? [
          '-' as const,
          {
            key: 'delete',
            label: t('detail.delete'),
            icon: <IconTrash size={16} />,
            danger: true,
            onSelect: () =>
              void actions.remove(record).then((done) => {
                if (done) void goTo(resource, { page: 'list' })
              }),
          },
        ]
      : []),
  ]
  return (
    <>
      <RecordStepper resource={resource} id={record.id} />
      {shown.map(({ key, label: text, icon, leading: stands, href, run }) => {
        const look = {
          variant: stands ? 'filled' : 'default',
          leftSection: icon,
          className: classes.action,
        }
        return href === undefined ? (
          <Button key={key} {...look} onClick={run}>
            {text}
          </Button>
        ) : (
          <Button
            key={key}
            {...look}
            renderRoot={(props) => <AddressLink address={href} {...props} />}
          >
            {text}
          </Button>
        )
      })}
      {rights.update && !record.deletedAt ? (
        <Button
          variant="default"
          className={classes.action}
          classNames={{ section: classes.loneIcon }}
          leftSection={<IconPencil size={16} aria-hidden />}
          renderRoot={(props) => (
            <ResourceLink resource={resource} target={{ page: 'edit', id: record.id }} {...props} />
          )}
        >
          <span className={classes.wideText}>{t('detail.edit')}</span>
        </Button>
      ) : null}
      <Menu
        label={t('detail.more')}
        items={entries}
        head={
          <>
            <div>{t('detail.version', { n: record.version })}</div>
            <code className={classes.id}>{record.id}</code>
          </>
        }
      >
        {(trigger) => (
          <ActionIcon variant="default" size={36} aria-label={t('detail.more')} {...trigger}>
            <IconDots size={18} />
          </ActionIcon>
        )}
      </Menu>
    </>
  )
}
