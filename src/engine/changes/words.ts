/** What an operation did, in words. */
import { own } from '#schemas/define/own.ts'
import type { Counts, Operation } from '#data/changes.ts'
import type { ResourceModel } from '#model/types.ts'
import type { Format } from '#ui/format.ts'
import { inSentence, label, t, type TextKey } from '#ui/i18n.ts'
import { modelOf } from '../resource.ts'

const kinds: Readonly<Record<string, TextKey>> = {
  create: 'changes.kindCreate',
  update: 'changes.kindUpdate',
  delete: 'changes.kindDelete',
  restore: 'changes.kindRestore',
  purge: 'changes.kindPurge',
  import: 'changes.kindImport',
  undo: 'changes.kindUndo',
}

/** Name of a bulk's change, or of a transition or action: `Edited`, `Deactivate`. */
const moveOf = (resource: ResourceModel | undefined, name: string | null): string => {
  const move =
    resource?.transitions.find((x) => x.name === name) ??
    resource?.actions.find((a) => a.name === name)
  if (move) return label(move.label)
  const kind = name === 'patch' ? kinds.update : own(kinds, name ?? '')
  return kind ? t(kind) : (name ?? t('changes.kindUpdate'))
}

/** Title of an operation: `Edited · 300 services`, `Deactivate · Pool`. */
export const titleOfOperation = (operation: Operation, format: Format): string => {
  const { kind, name, collection, count, title } = operation
  const resource = collection === null ? undefined : modelOf(collection)
  const plain = own(kinds, kind)
  const what = plain ? t(plain) : moveOf(resource, name)
  const one = resource ? label(resource.label.one) : t('changes.record')
  const of =
    count !== null && resource
      ? `${format.number(count)} ${inSentence(label(count === 1 ? resource.label.one : resource.label.many))}`
      : (title ?? one)
  return `${what} · ${of}`
}

/** `298 changed · 2 changed since`. */
export const countsText = (counts: Counts | null, format: Format): string =>
  (['done', 'unchanged', 'refused', 'changed', 'gone'] as const)
    .flatMap((outcome) => {
      const n = own(counts ?? {}, outcome)
      return n ? [t(`changes.count_${outcome}`, { n: format.number(n) })] : []
    })
    .join(' · ') || t('changes.none')
