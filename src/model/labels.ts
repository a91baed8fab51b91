/**
 * Collects every text of the model shown to people: what a language must translate besides the
 * catalogue.
 */
import { singular } from '#schemas/define/words.ts'
import { tenantWordsOf } from './tenantWords.ts'
import { followedField, standardFields } from './standard.ts'
import type { FieldModel, Model, ResourceModel } from './types.ts'

const ofField = (f: FieldModel): string[] => [
  f.label,
  // A row of a list is labelled in the singular: `Refund rules` → `Refund rule`.
  ...(f.kind === 'rows' ? [singular(f.label)] : []),
  ...(f.hint ? [f.hint] : []),
  ...(f.unit ? [f.unit] : []),
  ...(f.options ?? []).map((o) => o.label),
  ...(f.fields ?? []).flatMap(ofField),
  ...(f.variants ?? []).flatMap((v) => [v.label, ...v.fields.flatMap(ofField)]),
]

const ofResource = (r: ResourceModel): string[] => [
  r.label.one,
  r.label.many,
  r.nav.group,
  ...r.fields.flatMap(ofField),
  ...r.states.map((s) => s.label),
  ...r.transitions.map((w) => w.label),
  ...r.actions.flatMap((a) => [a.label, ...(a.hint ? [a.hint] : []), ...a.fields.flatMap(ofField)]),
  ...(r.list.queues ?? []).map((queue) => queue.label),
  ...(r.documents ?? []).map((d) => d.label),
  ...r.form.sections.map((s) => s.title),
  ...Object.keys({ ...r.detail.facts, ...r.detail.aside }),
  ...(r.detail.strip ?? []).flatMap((part) =>
    typeof part === 'object' && 'label' in part ? [part.label] : [],
  ),
  ...r.detail.tabs.flatMap((tab) => (tab.label ? [tab.label] : [])),
  ...Object.values(r.metrics ?? {}).map((f) => f.label),
  ...Object.values(r.worklists ?? {}).map((q) => q.label),
]

/**
 * The labels, hints, section titles, states, transitions, actions, metrics, worklists, options and groups of a
 * model, each once, in order of appearance. The English text is the key of its translation: it
 * survives a renamed field, and equal labels share a translation.
 */
export const schemaLabels = (model: Model): string[] =>
  [
    ...new Set([
      ...[...standardFields, followedField].map((f) => f.label),
      ...model.resources.flatMap(ofResource),
      ...Object.values(tenantWordsOf(model)),
    ]),
  ].filter((text) => text !== '')
