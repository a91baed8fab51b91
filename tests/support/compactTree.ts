/**
 * A page as assistive technology sees it: role, name, value and state of relevant nodes, one line
 * each.
 */
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'
import { withLabels } from './labels.ts'

/** A node of the tree. A text node has the role `text` and its text as name. */
export interface TreeNode {
  readonly role: string
  readonly name: string
  /** Content of an input, or text of the chosen option. */
  readonly value?: string
  /**
   * `required`, `invalid`, `checked`, `disabled`, `expanded`, `sort ascending`, `current`, `level
   * 1` …
   */
  readonly states: readonly string[]
  /** Error of an invalid input, by `aria-describedby`. */
  readonly description?: string
  readonly children: readonly TreeNode[]
  readonly element: Element
}

/** Roles that end a branch because their name says everything. */
const LEAVES = new Set([
  'button',
  'link',
  'heading',
  'option',
  'tab',
  'columnheader',
  'rowheader',
  'checkbox',
  'radio',
  'switch',
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'slider',
  'menuitem',
  'img',
  'file',
  'progressbar',
  'date',
  'time',
  'separator',
  'term',
])
/** Roles that only group; included when they have a name. */
const NAMED_ONLY = new Set(['region', 'group', 'form', 'list', 'listitem', 'rowgroup', 'paragraph'])
const BY_CONTENT = new Set([
  'row',
  'cell',
  'gridcell',
  'definition',
  'main',
  'banner',
  'status',
  'alert',
  'menu',
  'tablist',
  'list',
  'complementary',
  'navigation',
])
const SKIPPED = new Set([
  'generic',
  'presentation',
  'none',
  'rowgroup',
  'strong',
  'emphasis',
  'code',
  'deletion',
  'insertion',
  'subscript',
  'superscript',
  'blockquote',
  'caption',
  'document',
  'mark',
  'time',
  'metric',
])

// These tests load no style sheets, so only markup can hide nodes.
const styles = {
  display: 'inline',
  visibility: 'visible',
  content: '',
  getPropertyValue: () => '',
} as unknown as CSSStyleDeclaration
const cheap = { getComputedStyle: () => styles, computedStyleSupportsPseudoElements: false }

const FIELDS = ['input', 'select', 'textarea', 'fieldset', '[role=radiogroup]']
/** Ids of labels and descriptions of inputs, which are printed with the input. */
const wordsOfInputs = (root: Element): ReadonlySet<string> =>
  new Set([
    ...[...root.querySelectorAll(FIELDS.map((f) => `${f}[aria-describedby]`).join())].flatMap((e) =>
      e.getAttribute('aria-describedby')!.split(/\s+/),
    ),
    ...[...root.querySelectorAll('[role=radiogroup][aria-labelledby]')].flatMap((e) =>
      e.getAttribute('aria-labelledby')!.split(/\s+/),
    ),
  ])

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const hidden = (element: Element): boolean =>
  element.getAttribute('aria-hidden') === 'true' ||
  element.hasAttribute('hidden') ||
  (element as HTMLElement).style?.display === 'none' ||
  (element as HTMLElement).style?.visibility === 'hidden' ||
  element.tagName === 'STYLE' ||
  element.tagName === 'SCRIPT' ||
  (element instanceof HTMLInputElement && element.type === 'hidden')

const roleOf = (element: Element): string => {
  if (element instanceof HTMLInputElement && element.type === 'file') return 'file'
  if (
    element instanceof HTMLInputElement &&
    !element.hasAttribute('role') &&
    (element.type === 'date' || element.type === 'time' || element.type === 'datetime-local')
  ) {
    return 'textbox'
  }
  const role = getRole(element)
  return role ?? 'generic'
}

const valueOf = (element: Element): string | undefined => {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text
  if (element instanceof HTMLInputElement) {
    return ['checkbox', 'radio', 'file'].includes(element.type) ? undefined : element.value
  }
  return element instanceof HTMLTextAreaElement
    ? element.value
    : (element.getAttribute('aria-valuetext') ?? undefined)
}

const statesOf = (element: Element, role: string): string[] => {
  const is = (name: string, value = 'true') => element.getAttribute(`aria-${name}`) === value
  const input = element as Partial<HTMLInputElement>
  const sort = element.getAttribute('aria-sort')
  return [
    ...(role === 'heading'
      ? [`level ${element.getAttribute('aria-level') ?? element.tagName.slice(1)}`]
      : []),
    ...(input.required === true || is('required') ? ['required'] : []),
    ...(is('invalid') ? ['invalid'] : []),
    ...((role === 'checkbox' || role === 'radio' || role === 'switch') &&
    (input.checked === true || is('checked'))
      ? ['checked']
      : []),
    ...((input.disabled === true && 'disabled' in element) || is('disabled') ? ['disabled'] : []),
    ...(is('selected') && role === 'tab' ? ['selected'] : []),
    ...(is('expanded') ? ['expanded'] : []),
    ...(is('busy') ? ['busy'] : []),
    ...(sort ? [`sort ${sort}`] : []),
    ...(element.hasAttribute('aria-current') && !is('current', 'false') ? ['current'] : []),
  ]
}

const build = (element: Element, words: ReadonlySet<string>): TreeNode[] => {
  if (hidden(element) || words.has(element.id)) return []
  // A label is the name of its input; other content in it is an input.
  if (element.tagName === 'LABEL') {
    return [...element.children].flatMap((c) => build(c, words)).filter((n) => n.role !== 'text')
  }
  const role = roleOf(element)
  const inner = (): TreeNode[] => {
    const out: TreeNode[] = []
    let text = ''
    const flush = () => {
      const t = oneLine(text)
      text = ''
      if (t) out.push({ role: 'text', name: t, states: [], children: [], element })
    }
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) text += child.textContent ?? ''
      else if (child instanceof Element) {
        const nodes = build(child, words)
        // Inline elements continue the sentence.
        if (
          nodes.length > 0 &&
          nodes.every((n) => n.role === 'text') &&
          /^(span|strong|em|small|b|i|time|kbd|code)$/i.test(child.tagName)
        ) {
          text += ` ${nodes.map((n) => n.name).join(' ')} `
        } else {
          flush()
          out.push(...nodes)
        }
      }
    }
    flush()
    return out
  }
  if (element.tagName === 'BR') return []
  if (
    SKIPPED.has(role) ||
    (role === 'listitem' && !element.hasAttribute('aria-label')) ||
    (NAMED_ONLY.has(role) &&
      !element.hasAttribute('aria-label') &&
      !element.hasAttribute('aria-labelledby') &&
      element.tagName !== 'FIELDSET')
  ) {
    return inner()
  }
  // A row or landmark named by its content needs no separate name.
  const named =
    BY_CONTENT.has(role) &&
    !element.hasAttribute('aria-label') &&
    !element.hasAttribute('aria-labelledby')
      ? ''
      : oneLine(computeAccessibleName(element, cheap))
  const states = statesOf(element, role)
  const value = valueOf(element)
  const described =
    states.includes('invalid') || role === 'group' || role === 'radiogroup'
      ? oneLine(computeAccessibleDescription(element, cheap))
      : ''
  const name = named || (LEAVES.has(role) ? oneLine(element.textContent ?? '') : '')
  const below = () => {
    if (element.tagName !== 'FIELDSET') return inner()
    // The legend is already the group's name.
    const members = [...element.children].filter((c) => c.tagName !== 'LEGEND')
    return members.flatMap((c) => build(c, words))
  }
  const children = LEAVES.has(role) ? [] : below()
  return [
    {
      role,
      name,
      states,
      children,
      element,
      ...(value === undefined ? {} : { value: oneLine(value) }),
      ...(described ? { description: described } : {}),
    },
  ]
}

/** The tree below an element. */
export const treeOf = (root: Element): readonly TreeNode[] => {
  const words = wordsOfInputs(root)
  return withLabels(root.ownerDocument, () => [...root.children].flatMap((c) => build(c, words)))
}

/** Every node of a tree, in order. */
export const everyNode = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((n) => [n, ...everyNode(n.children)])

/** All text of a node. */
export const textOf = (node: TreeNode): string =>
  node.children.length ? node.children.map(textOf).join(' ') : node.name

const INLINE = new Set(['text', 'cell', 'rowheader', 'columnheader', 'definition'])

const inCell = (node: TreeNode): string => {
  if (node.children.length) return node.children.map(inCell).join(' ')
  if (INLINE.has(node.role)) return node.name
  return `${node.role === 'link' ? '' : `${node.role} `}[${node.name}]`
}
const withLinks = (node: TreeNode): string => {
  if (node.role !== 'rowheader') return inCell(node)
  return node.element.querySelector('a[href]') ? `[${node.name}]` : node.name
}

/** Distances from now, which change as the calendar does. */
const RELATIVE =
  /\b(?:in \d+ (?:year|month|week|day|hour|minute)s?|\d+ (?:year|month|week|day|hour|minute)s? ago|(?:next|last) (?:year|month|week)|tomorrow|yesterday)\b/g

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const DAY_MS = 86_400_000
/** Yesterday, today and the next two weeks, which include the SLA deadlines of new records. */
const AROUND_NOW = Array.from({ length: 16 }, (_, i) => i - 1)
const aroundNow = (): string[] =>
  AROUND_NOW.map((days) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      Date.now() + days * DAY_MS,
    ),
  )
// Ids, and values the test itself created, differ on every run.
const stable = (text: string): string =>
  aroundNow().reduce(
    (t, day) => t.replaceAll(new RegExp(`${day}(, \\d+:\\d+ [AP]M)?`, 'g'), '‹now›'),
    text
      .replace(UUID, '‹id›')
      .replace(/\d+ (?:days?|hr|min)(?: \d+ (?:hr|min))? (?:left|overdue)/g, '‹left›')
      .replace(RELATIVE, '‹time›'),
  )

const head = ({ role, name, value, states, description }: TreeNode): string =>
  [
    role === 'text' ? name : `${role}${name ? ` "${name}"` : ''}`,
    ...(value ? [`= "${value}"`] : []),
    ...states,
    ...(description ? [`(${description})`] : []),
  ].join(' ')

const lines = (nodes: readonly TreeNode[], indent: string): string[] => {
  const out: string[] = []
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!
    if (node.role === 'row') {
      out.push(
        `${indent}row ${node.children
          .map(
            (c) =>
              withLinks(c) +
              c.states
                .filter((s) => s.startsWith('sort '))
                .map((s) => ` (${s})`)
                .join(''),
          )
          .join(' | ')}`,
      )
    } else if (
      node.role === 'term' &&
      nodes[i + 1]?.role === 'definition' &&
      !everyNode(nodes[i + 1]!.children).some((n) => n.role === 'table')
    ) {
      out.push(`${indent}${node.name}: ${inCell(nodes[++i]!)}`.trimEnd())
    } else out.push(indent + head(node), ...lines(node.children, `${indent}  `))
  }
  return out
}

/**
 * The tree as text: one line per node, with rows and facts in one line each; ids as `‹id›`, times
 * around now as `‹now›`.
 */
export const printTree = (nodes: readonly TreeNode[]): string => stable(lines(nodes, '').join('\n'))
