import { problem, type Check, type Problem, type Subject } from './problem.ts'
import { describeShape } from './describe.ts'
import { mailInput } from './mailing.ts'
import { actions as everyAction } from './permissions.ts'
import type { ActionDef, StateDef } from './resource.ts'

/** Reserved second parts of permission keys and URLs. */
const taken: readonly string[] = [...everyAction, 'note', 'field', 'transition']

interface Lifecycle {
  /** Place of the states in the declaration. */
  readonly at: string
  /** States with their names, without the entry `'*'`. */
  readonly states: readonly (readonly [string, StateDef])[]
  /** Targets of the entry `'*'`. */
  readonly everywhere: readonly string[]
  /** Targets of any transition. */
  readonly entered: ReadonlySet<string>
}

/** Checks the name and the targets of a state, or of the entry `'*'`. */
function* checkTargets(
  name: string,
  state: StateDef,
  { at, states }: Lifecycle,
): Iterable<Problem> {
  if (name !== '*' && !/^[a-z][a-z0-9_]*$/.test(name)) {
    yield problem(
      'state.format',
      `${at}.${name}`,
      `"${name}" is not a state name.`,
      'Use lower-case words joined by _.',
    )
  }
  for (const target of Object.keys(state.to ?? {})) {
    if (!states.some(([n]) => n === target)) {
      yield problem(
        'state.unknown',
        `${at}.${name}.to`,
        `There is no state "${target}".`,
        'Lead to a declared state.',
      )
    }
  }
}

/** Checks that a state is reachable, can be left unless it is final, and what it declares. */
function* checkState(name: string, state: StateDef, lifecycle: Lifecycle): Iterable<Problem> {
  const { at, states, everywhere, entered } = lifecycle
  const reachable = name === states[0]?.[0] || entered.has(name)
  const ways =
    Object.keys(state.to ?? {}).length + everywhere.filter((target) => target !== name).length
  if (!reachable && !state.entry) {
    yield problem(
      'state.unreachable',
      `${at}.${name}`,
      `No transition leads to "${name}".`,
      'Add one, declare it `entry`, or remove the state.',
    )
  }
  if (!state.final && ways === 0) {
    yield problem(
      'state.deadEnd',
      `${at}.${name}`,
      `Nothing leads out of "${name}".`,
      'Add a transition or declare it `final`.',
    )
  }
  if (state.undo && (!entered.has(name) || state.passing || state.outside)) {
    yield problem(
      'state.undo',
      `${at}.${name}`,
      state.outside
        ? `Entering "${name}" ${state.outside === 'mail' ? 'sends mail' : 'moves money'} and yet can be undone.`
        : `No transition into "${name}" could be undone.`,
      'Remove `undo`.',
    )
  }
  if (state.prominent && (!entered.has(name) || state.tone === 'danger')) {
    yield problem(
      'state.prominent',
      `${at}.${name}`,
      `No transition into "${name}" can lead the others.`,
      'Remove `prominent` or the tone `danger`.',
    )
  }
  if (state.passing && (state.final || state.entry || ways === 0)) {
    yield problem(
      'state.passing',
      `${at}.${name}`,
      `"${name}" is passed through and yet a place to stay.`,
      'Remove `passing`, or `final` and `entry`, and add a transition.',
    )
  }
  if (state.final && Object.keys(state.to ?? {}).length > 0) {
    yield problem(
      'state.final',
      `${at}.${name}`,
      `"${name}" is final and has a way out.`,
      'Remove `final` or the transitions.',
    )
  }
}

/** Kinds of fields that `while` may name. */
const OFFERING: readonly string[] = ['money', 'text']

/** Checks the amount that an action is about, what prefills it, and where it comes first. */
function* checkOffer(
  name: string,
  action: ActionDef,
  { def, field }: Subject,
  here: string,
): Iterable<Problem> {
  if (action.while !== undefined && !OFFERING.includes(field(action.while)?.kind ?? '')) {
    yield problem(
      'action.while',
      `${here}.while`,
      `"${action.while}" is neither an amount nor a text.`,
      'Name a field of the kind money or text.',
    )
  }
  if (action.prefill && !action.input) {
    yield problem(
      'action.prefill',
      `${here}.prefill`,
      `"${name}" has no input that could be prefilled.`,
      'Declare `input` or remove `prefill`.',
    )
  }
  for (const state of Array.isArray(action.prominent) ? action.prominent : []) {
    if (!Object.hasOwn(def.states ?? {}, state)) {
      yield problem(
        'action.state',
        `${here}.prominent`,
        `There is no state "${state}".`,
        'Name a declared state.',
      )
    }
  }
}

/** Checks that an action which e-mails a document names one and has the input of `mails`. */
function* checkMail(
  name: string,
  action: ActionDef,
  { def }: Subject,
  here: string,
): Iterable<Problem> {
  if (action.mails === undefined) return
  if (action.mails !== true && !Object.hasOwn(def.documents ?? {}, action.mails)) {
    yield problem(
      'action.mails',
      `${here}.mails`,
      `There is no document "${action.mails}".`,
      'Name a declared document.',
    )
  }
  if (action.input?.shape !== mailInput.shape || !action.prefill) {
    yield problem(
      'action.mails',
      here,
      `"${name}" e-mails a document and has another input than a mail.`,
      'Declare it with `mailsDocument` or `mails`.',
    )
  }
}

/** Checks that an action which can be undone has no effect that an undo would leave. */
function* checkUndo(name: string, action: ActionDef, here: string): Iterable<Problem> {
  if (!action.undo) return
  if (action.stepUp) {
    yield problem(
      'action.undo',
      here,
      `"${name}" needs a proof of who asks and yet can be undone.`,
      'Remove `undo` or `stepUp`.',
    )
  }
  const paid =
    action.outside === 'money' ||
    action.while !== undefined ||
    (action.input !== undefined &&
      describeShape(action.input.shape).some((input) => input.kind === 'money'))
  if (paid || action.outside) {
    yield problem(
      'action.undo',
      here,
      `"${name}" ${paid ? 'moves money' : 'sends mail'} and yet can be undone.`,
      'Remove `undo`: nothing takes that back.',
    )
  }
}

/** Checks that the name of an action is free, and that its states exist. */
function* checkAction(
  name: string,
  action: ActionDef,
  subject: Subject,
  states: Lifecycle['states'],
): Iterable<Problem> {
  const here = `${subject.def.name}.actions.${name}`
  yield* checkOffer(name, action, subject, here)
  yield* checkMail(name, action, subject, here)
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
    yield problem(
      'action.format',
      here,
      `"${name}" is not the name of an action.`,
      'Use camelCase.',
    )
  }
  if (taken.includes(name) || states.some(([state]) => state === name)) {
    yield problem(
      'action.taken',
      here,
      `"${name}" already means something else.`,
      'Choose another name.',
    )
  }
  yield* checkUndo(name, action, here)
  if (action.prominent === true && (action.hidden || action.tone === 'danger')) {
    yield problem(
      'action.prominent',
      here,
      `"${name}" is ${action.hidden ? 'hidden' : 'dangerous'} and cannot come before others.`,
      'Remove `prominent`.',
    )
  }
  for (const [i, state] of (action.from ?? []).entries()) {
    if (!states.some(([n]) => n === state)) {
      yield problem(
        'action.state',
        `${here}.from[${i}]`,
        `There is no state "${state}".`,
        'Name a declared state.',
      )
    }
  }
}

/**
 * Checks states: targets exist, every state is reachable, only declared final states are dead ends.
 * Records start in the first state, or in a declared `entry`. Checks actions: names are free,
 * states exist.
 */
export const checkLifecycle: Check = function* (subject) {
  const { def } = subject
  const at = `${def.name}.states`
  const declared = Object.entries((def.states ?? {}) as Record<string, StateDef>)
  const states = declared.filter(([name]) => name !== '*')
  if (declared.length > 0 && states.length === 0) {
    yield problem('state.none', at, 'There is no state.', 'Declare at least one.')
  }
  const everywhere = Object.keys(declared.find(([name]) => name === '*')?.[1].to ?? {})
  const entered = new Set([...everywhere, ...states.flatMap(([, s]) => Object.keys(s.to ?? {}))])
  const lifecycle = { at, states, everywhere, entered }
  for (const [name, state] of declared) {
    yield* checkTargets(name, state, lifecycle)
    if (name !== '*') yield* checkState(name, state, lifecycle)
    if (state.next !== undefined && !Object.hasOwn(def.actions ?? {}, state.next)) {
      yield problem(
        'state.next',
        `${at}.${name}.next`,
        `There is no action "${state.next}".`,
        'Name a declared action.',
      )
    }
  }
  for (const [name, action] of Object.entries((def.actions ?? {}) as Record<string, ActionDef>)) {
    yield* checkAction(name, action, subject, states)
  }
}
