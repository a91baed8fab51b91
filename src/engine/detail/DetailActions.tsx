import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconDots, IconLink, IconMail, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { invitePerson } from '#data/accounts.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { Menu, type MenuEntry } from '#ui/Menu.tsx'
import { toast } from '#ui/toast.ts'
import { useCan } from '#data/me.ts'
import { AddressLink, hrefOf, ResourceLink, useGoTo } from '../links.tsx'
import { isGrave, openActions, openTransitions, titleOf, useRecordActions } from '../recordActions.ts'
import { relatedScreens } from '../relatedScreens.ts'
import { RecordStepper } from './RecordStepper.tsx'

/** A person who was let in already needs no invitation, and one who left could do nothing with it. */
const isExpected = ({ person, initial }: ResourceModel, record: RecordData): boolean =>
  person !== undefined && !record.deletedAt && (record.state === initial || record.state === person.requested)

/** Buttons of a record: its transitions (the first harmless one stands out), edit, and the rest in a menu. */
export const DetailActions = ({ resource, record }: { resource: ResourceModel; record: RecordData }) => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const can = useCan()
  const actions = useRecordActions(resource)
  const { rights } = actions
  const ways = openTransitions(resource, record, rights)
  const leading = ways.find((way) => !isGrave(resource, way))
  const link = () => void navigator.clipboard.writeText(window.location.origin + hrefOf(resource, { page: 'detail', id: record.id })).then(() => toast.success(t('detail.linkCopied')))
  const invite = () => void invitePerson(record.id).then(() => toast.success(t('detail.invited', { title: titleOf(resource, record) })), (error: unknown) => toast.error(error instanceof Error ? error.message : String(error)))
  const entries = (): MenuEntry[] => [
    ...(rights.create ? [{ key: 'copy', label: t('detail.duplicate'), icon: <IconCopy size={16} />, href: hrefOf(resource, { page: 'create', search: { copy: record.id } }), onSelect: () => void goTo(resource, { page: 'create', search: { copy: record.id } }) }] : []),
    { key: 'link', label: t('detail.copyLink'), icon: <IconLink size={16} />, onSelect: link },
    { key: 'print', label: t('detail.print'), icon: <IconPrinter size={16} />, onSelect: () => window.print() },
    ...(rights.update && isExpected(resource, record) ? [{ key: 'invite', label: t('detail.invite'), icon: <IconMail size={16} />, onSelect: invite }] : []),
    ...(rights.delete && !record.deletedAt ? ['-' as const, { key: 'delete', label: t('detail.delete'), icon: <IconTrash size={16} />, danger: true, onSelect: () => void actions.remove(record).then((done) => { if (done) void goTo(resource, { page: 'list' }) }) }] : []),
  ]
  return (
    <>
      <RecordStepper resource={resource} id={record.id} />
      {ways.map((way) => (
        <Button key={way.name} variant={way === leading ? 'filled' : 'default'} onClick={() => void actions.transition(record, way)}>{label(way.label)}</Button>
      ))}
      {openActions(resource, record, rights).map((action) => <Button key={action.name} variant="default" onClick={() => void actions.act(record, action)}>{label(action.label)}</Button>)}
      {record.deletedAt ? null : relatedScreens(resource, can).map(({ label: text, icon: ScreenIcon, href }) => <Button key={text} variant="default" leftSection={<ScreenIcon size={16} aria-hidden />} renderRoot={(props) => <AddressLink address={href(record.id)} {...props} />}>{t(text)}</Button>)}
      {rights.update && !record.deletedAt ? <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} renderRoot={(props) => <ResourceLink resource={resource} target={{ page: 'edit', id: record.id }} {...props} />}>{t('detail.edit')}</Button> : null}
      <Menu label={t('detail.more')} items={entries}>{(trigger) => <ActionIcon variant="default" size={36} aria-label={t('detail.more')} {...trigger}><IconDots size={18} /></ActionIcon>}</Menu>
    </>
  )
}
