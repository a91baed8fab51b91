/** Checks for every page, and finding nodes by role and name, like a screen reader user. */
import { expect } from 'vitest'
import type { FieldModel, ResourceModel } from '#model/types.ts'
import { everyNode, textOf, type TreeNode } from '#tests/support/compactTree.ts'
import type { Page } from '#tests/support/inProcessApp.tsx'
import type { Received } from '#tests/support/inProcessServer.ts'

/** A label inside a sentence. */
export const inWords = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

export const named = (nodes: readonly TreeNode[], role: string, name: string): TreeNode[] =>
  everyNode(nodes).filter((n) => n.role === role && n.name === name)
export const namesOf = (nodes: readonly TreeNode[], role: string): string[] =>
  everyNode(nodes)
    .filter((n) => n.role === role)
    .map((n) => n.name)
export const the = (nodes: readonly TreeNode[], role: string, name: string): TreeNode => {
  const found = named(nodes, role, name)
  expect(found.length, `${role} "${name}"`).toBe(1)
  return found[0]!
}

const INTERACTIVE = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'tab',
  'menuitem',
  'file',
  'table',
  'dialog',
  'radiogroup',
])

/**
 * Checks every page: a single `h1` used in the document title, landmarks, accessible names for all
 * controls, no broken text.
 */
export const expectSound = (page: Page, title: string): void => {
  const all = page.all()
  const headings = everyNode(all).filter(
    (n) => n.role === 'heading' && n.states.includes('level 1'),
  )
  expect(headings.map((n) => n.name)).toEqual([title])
  expect(document.title.split(' · ')[0]).toBe(title)
  for (const [role, name] of [
    ['banner', ''],
    ['navigation', 'Main'],
    ['main', ''],
  ] as const) {
    the(all, role, name)
  }
  expect(everyNode(all)[0]).toMatchObject({ role: 'link', name: 'Skip to content' })
  const anonymous = everyNode(all)
    .filter((n) => INTERACTIVE.has(n.role) && n.name === '')
    .map((n) => n.element.outerHTML.slice(0, 200))
  expect(anonymous).toEqual([])
  expect(all.map(textOf).join(' ')).not.toMatch(
    /undefined|\[object|\bNaN\b|\bnull\b|Invalid Date|\{\{/,
  )
}

/**
 * Writes that change no user data: presence, delivery receipts, and counts of a notification's
 * recipients.
 */
const TELLING =
  /^\/api\/signals$|^\/api\/[\w-]+\/[\w-]+\/actions\/receive$|^\/api\/announcements\/audience$/

/** Checks that no call of the page was refused, and only reads were made. */
export const expectQuietCalls = (asked: readonly Received[]): void => {
  expect(asked.filter((a) => a.status >= 400)).toEqual([])
  expect(asked.filter((a) => a.method !== 'GET' && !TELLING.test(a.path))).toEqual([])
}

const INPUTS = new Set([
  'textbox',
  'combobox',
  'radiogroup',
  'switch',
  'checkbox',
  'group',
  'file',
  'spinbutton',
])

/** Inputs of a form itself, without those inside its groups and child rows. */
export const formInputs = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((n) => {
    if (n.role === 'region' || n.role === 'form') return formInputs(n.children)
    return INPUTS.has(n.role) ? [n] : []
  })

/**
 * Fields a form initially shows: those of its sections that the person may write, without those
 * that depend on another value than the record's or the proposed one.
 */
export const formFields = (
  resource: ResourceModel,
  writable: ReadonlySet<string>,
  mode: 'create' | 'edit',
  record: Readonly<Record<string, unknown>> = {},
): FieldModel[] => {
  const waits = ({ when }: FieldModel): boolean =>
    when !== undefined &&
    !when.is.includes(
      (record[when.field] ?? resource.fields.find((f) => f.name === when.field)?.default) as never,
    )
  return resource.form.sections
    .flatMap((s) => s.fields)
    .flatMap((name) =>
      resource.fields.filter(
        (f) =>
          f.name === name && writable.has(name) && !waits(f) && !(mode === 'edit' && f.immutable),
      ),
    )
}

const STARTS_FILLED = new Set(['boolean', 'rows', 'refs', 'tags', 'enums', 'images', 'files'])
/** Required fields an untouched create form leaves empty. */
export const missingFields = (fields: readonly FieldModel[]): FieldModel[] =>
  fields.filter(
    (f) => f.required && f.default === undefined && !f.codePrefix && !STARTS_FILLED.has(f.kind),
  )
