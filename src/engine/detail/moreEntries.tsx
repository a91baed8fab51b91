import {
  IconClock,
  IconCopy,
  IconHash,
  IconHistory,
  IconLink,
  IconMail,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { invitePerson } from '#data/accounts.ts'
import { appConfig } from '#data/config.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { t } from '#ui/i18n.ts'
import type { MenuEntry, MenuItem } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import type { Offer, Places } from '../actionBar.ts'
import { hrefOf, type useGoTo, type useGoToAddress } from '../links.tsx'
import { titleOf, type RecordActions } from '../recordActions.ts'
import { remindMe } from '../reminders/remindMe.ts'
import type { ResourceRights } from '../resource.ts'

/** An invitation is useless for a person who already has access or has left. */
const isExpected = ({ person, initial }: ResourceModel, record: RecordData): boolean =>
  person !== undefined &&
  !record.deletedAt &&
  (record.state === initial || record.state === person.requested)

interface Of {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly actions: RecordActions & { readonly rights: ResourceRights }
  readonly goTo: ReturnType<typeof useGoTo>
  readonly goToAddress: ReturnType<typeof useGoToAddress>
}

const entryOf =
  ({ goToAddress }: Of) =>
  ({ key, label, icon, href, run, danger }: Offer): MenuItem => ({
    key,
    label,
    icon,
    ...(danger ? { danger } : {}),
    ...(href === undefined ? { onSelect: run } : { href, onSelect: () => void goToAddress(href) }),
  })

/** Entries that lead to other pages made from this record. */
const pages = ({ resource, record, actions: { rights }, goTo }: Of): MenuItem[] => [
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
]

/** The entry that sets a reminder; not for a record in the trash, or one kept elsewhere. */
const reminders = ({ resource, record }: Of): MenuItem[] =>
  record.deletedAt || appConfig().documents?.[resource.collection] !== undefined
    ? []
    : [
        {
          key: 'remind',
          label: t('reminders.entry'),
          icon: <IconClock size={16} />,
          onSelect: () => remindMe(resource, record),
        },
      ]

/** Entries that hand the record to someone. */
const shares = ({ resource, record, actions: { rights } }: Of): MenuItem[] => {
  const copied = (text: string, said: 'detail.linkCopied' | 'detail.idCopied') => () =>
    void navigator.clipboard.writeText(text).then(() => toast.success(t(said)))
  const address = window.location.origin + hrefOf(resource, { page: 'detail', id: record.id })
  const invite = () =>
    void invitePerson(record.id).then(
      () => toast.success(t('detail.invited', { title: titleOf(resource, record) })),
      (error: unknown) => toast.error(error instanceof Error ? error.message : String(error)),
    )
  return [
    {
      key: 'link',
      label: t('detail.copyLink'),
      icon: <IconLink size={16} />,
      onSelect: copied(address, 'detail.linkCopied'),
    },
    {
      key: 'id',
      label: t('detail.copyId'),
      icon: <IconHash size={16} />,
      onSelect: copied(record.id, 'detail.idCopied'),
    },
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
  ]
}

/** The entry that edits a record, where its button has no place. */
export const editEntry = ({ resource, record, goTo }: Of): MenuItem => ({
  key: 'edit',
  label: t('detail.edit'),
  icon: <IconPencil size={16} />,
  href: hrefOf(resource, { page: 'edit', id: record.id }),
  onSelect: () => void goTo(resource, { page: 'edit', id: record.id }),
})

const removeEntry = ({ resource, record, actions, goTo }: Of): MenuItem => ({
  key: 'delete',
  label: t('detail.delete'),
  icon: <IconTrash size={16} />,
  danger: true,
  onSelect: () =>
    void actions.remove(record).then((done) => {
      if (done) void goTo(resource, { page: 'list' })
    }),
})

/**
 * Entries of the menu behind a record's buttons: what had no place, pages and sharing, and at its
 * end what ends or deletes the record.
 */
export const moreEntries = (
  of: Of,
  { folded, ending }: Places,
  withEdit: boolean,
): readonly MenuEntry[] => {
  const first = [...folded.map(entryOf(of)), ...(withEdit ? [editEntry(of)] : [])]
  const last = [
    ...ending.map(entryOf(of)),
    ...(of.actions.rights.delete && !of.record.deletedAt ? [removeEntry(of)] : []),
  ]
  return [
    ...first,
    ...(first.length ? ['-' as const] : []),
    ...reminders(of),
    ...pages(of),
    ...shares(of),
    ...(last.length ? ['-' as const] : []),
    ...last,
  ]
}
