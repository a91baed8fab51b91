/** The deeds a person can do to one record, each asked for, sent, told and refreshed the same way from list and detail page. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keys } from '#data/queries.ts'
import { isProblem } from '#data/problem.ts'
import type { RecordData } from '#data/types.ts'
import { previewRecord, removeRecord, restoreRecord, transitionRecord } from '#data/writes.ts'
import { words } from '#schemas/define/words.ts'
import type { ActionModel, Json, ResourceModel, Transition } from '#model/types.ts'
import { confirm } from '#ui/confirm.ts'
import { formatOf } from '#ui/format.ts'
import { currentLanguage, inSentence, label, t } from '#ui/i18n.ts'
import { toast } from '#ui/toast.ts'
import { askAction } from './actions/ask.ts'
import { useRights, type ResourceRights } from './resource.ts'

/** The record's name for people: its title; else what it is with the end of its id, since ids made at about the same time begin alike. */
export const titleOf = (resource: ResourceModel, record: RecordData): string => {
  const title = record[resource.title]
  return title === null || title === undefined || title === '' ? `${label(resource.label.one)} ${record.id.slice(-8)}` : String(title)
}

/** Ways out of the record's state that the person may take, in the schema's order. */
export const openTransitions = (resource: ResourceModel, record: RecordData, rights: Pick<ResourceRights, 'transition'> & { readonly tenant?: boolean }): readonly Transition[] =>
  record.deletedAt ? [] : resource.transitions.filter((way) => way.from === record.state && rights.transition(way.name) && !(way.only && (rights.tenant || way.only === 'rules')))

/** Actions the record's state and the person's rights allow, in the schema's order. */
export const openActions = (resource: ResourceModel, record: RecordData, rights: Pick<ResourceRights, 'action'>): readonly ActionModel[] =>
  record.deletedAt ? [] : resource.actions.filter((a) => !a.hidden && (!a.from.length || a.from.includes(String(record.state))) && rights.action(a.name))

/** A way that ends in a warning or a final state asks before it is taken, even where no reason is required. */
export const isGrave = (resource: ResourceModel, way: Transition): boolean => {
  const target = resource.states.find((s) => s.value === way.name)
  return target?.tone === 'danger' || target?.tone === 'warning' || target?.final === true
}

/** What a deed answers: true once done, false when the person thought better of it. */
type Deed = Promise<boolean>
export interface RecordActions {
  transition(record: RecordData, way: Transition): Deed
  /** Opens the action's dialog. */
  act(record: RecordData, action: ActionModel): Deed
  /** To the trash. `referring` gets the records that forbid it. */
  remove(record: RecordData): Deed
  purge(record: RecordData): Deed
  restore(record: RecordData): Deed
}

/** What a deed would do, as the server's rules compute it, in one line; a preview that cannot be had keeps nobody from the deed. */
export const previewText = async (resource: ResourceModel, record: RecordData, preview: string, input: Readonly<Record<string, string>> = {}): Promise<string> => {
  const facts = await previewRecord(resource, record.id, preview, input).catch(() => ({}))
  const format = formatOf(currentLanguage())
  const show = (value: Json): string => typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value ? format.money(value as never)
    : typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.day(value) : typeof value === 'number' ? format.number(value) : value === null ? t('common.none') : String(value)
  return Object.entries(facts).map(([name, value]) => `${label(words(name))}: ${show(value)}`).join(' · ')
}

/** Deeds on records of one resource. Errors are shown where they were asked for; a stale version says so and refreshes. */
export const useRecordActions = (resource: ResourceModel, onDone?: () => void): RecordActions & { readonly rights: ResourceRights } => {
  const client = useQueryClient()
  const rights = useRights(resource)
  return useMemo(() => {
    const one = inSentence(resource.label.one)
    const refresh = () => client.invalidateQueries({ queryKey: keys.collection(resource.collection) })
    const run = (deed: () => Promise<unknown>, done: string) => async () => {
      try {
        await deed()
        onDone?.()
        toast.success(done)
      } catch (error) {
        if (isProblem(error, 412)) throw Object.assign(new Error(t('detail.stale')), { detail: t('detail.stale') })
        throw error
      } finally {
        await refresh()
      }
    }
    const now = async (deed: () => Promise<void>): Deed => {
      try { await deed(); return true } catch (error) { toast.error(error instanceof Error ? error.message : String(error)); return false }
    }
    return {
      rights,
      async transition(record, way) {
        const title = titleOf(resource, record)
        const done = t('detail.changed', { what: label(resource.label.one), title, state: label(resource.states.find((s) => s.value === way.name)?.label ?? way.name) })
        const send = (reason?: string) => run(() => transitionRecord(resource, record.id, record.version, way.name, reason ? { reason } : {}), done)()
        if (!way.reason && !isGrave(resource, way)) return now(() => send())
        return confirm({ title: t('detail.transitionTitle', { deed: label(way.label), title }), ...(way.preview ? { text: await previewText(resource, record, way.preview) } : {}), deed: label(way.label), danger: isGrave(resource, way), reason: way.reason ? 'required' : 'optional', run: send })
      },
      async act(record, action) {
        const done = await askAction(resource, record, action)
        if (done) onDone?.()
        return done
      },
      remove(record) {
        const title = titleOf(resource, record)
        return confirm({ title: t('detail.deleteTitle', { one, title }), text: t('detail.deleteText'), deed: t('common.deleteOne', { one }), danger: true, run: run(() => removeRecord(resource, record.id, record.version), t('detail.deleted', { what: label(resource.label.one), title })) })
      },
      purge(record) {
        const title = titleOf(resource, record)
        return confirm({ title: t('detail.purgeTitle', { one, title }), text: t('detail.purgeText'), deed: t('detail.purge'), danger: true, run: run(() => removeRecord(resource, record.id, record.version, { purge: true }), t('detail.purged', { what: label(resource.label.one), title })) })
      },
      restore: (record) => now(run(() => restoreRecord(resource, record.id, record.version), t('detail.restored', { what: label(resource.label.one), title: titleOf(resource, record) }))),
    }
  }, [client, resource, rights, onDone])
}
