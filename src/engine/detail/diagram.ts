/**
 * Layout of a lifecycle's states and transitions. Pure; lengths in px, measured from the start
 * edge.
 */
import type { ResourceModel, Transition } from '#model/types.ts'

/** A state: its box. The empty name is the box "from anywhere". */
export interface Node {
  readonly state: string
  readonly y: number
  readonly height: number
}
/**
 * A transition: leaves its box at `from`, runs along its own lane and enters the target box at
 * `to`.
 */
export interface Edge {
  readonly transition: Transition
  readonly from: number
  readonly to: number
  readonly lane: number
}
export interface Diagram {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
  readonly lanes: number
  readonly height: number
  /** Transitions possible from every non-final state; drawn once, from the box `''`. */
  readonly anywhere: readonly Transition[]
}

export const BOX = { width: 132, head: 40, row: 22, gap: 14, top: 8, in: 9, out: 29 } as const
/** From this many states on, a transition available everywhere is drawn once. */
const EVERYWHERE = 3

/** Transitions shared by all non-final states, by their target. */
const sharedTransitions = ({ states, transitions }: ResourceModel): Transition[] => {
  const open = states.filter((s) => !s.final)
  return states.flatMap(({ value }) => {
    const leading = transitions.filter((w) => w.name === value)
    const others = open.filter((s) => s.value !== value)
    return others.length >= EVERYWHERE &&
      others.every((s) =>
        leading.some((w) => w.from === s.value && w.label === leading[0]?.label),
      ) &&
      leading[0]
      ? [{ ...leading[0], from: '' }]
      : []
  })
}

/** States in breadth-first order from the first one; unreachable ones come last. */
const inOrder = (
  { states, transitions, initial }: ResourceModel,
  shared: ReadonlySet<string>,
): string[] => {
  const out = initial ? [initial] : []
  for (const at of out) {
    for (const transition of transitions) {
      if (
        transition.from === at &&
        !shared.has(transition.name) &&
        !out.includes(transition.name)
      ) {
        out.push(transition.name)
      }
    }
  }
  return [...out, ...states.map((s) => s.value).filter((s) => !out.includes(s))]
}

/**
 * Boxes stacked vertically; each transition leaves its box on its own line, so that labels never
 * overlap.
 */
export const diagramOf = (resource: ResourceModel): Diagram => {
  const anywhere = sharedTransitions(resource)
  const shared = new Set(anywhere.map((w) => w.name))
  const leading = [...resource.transitions.filter((w) => !shared.has(w.name)), ...anywhere]
  const order = inOrder(resource, shared)
  // The box for all of them comes before the states only it leads to.
  const first = anywhere.length
    ? Math.max(1, Math.min(...anywhere.map((w) => order.indexOf(w.name))))
    : -1
  const boxes = first < 0 ? order : [...order.slice(0, first), '', ...order.slice(first)]
  let y: number = BOX.top
  const nodes = boxes.map((state): Node => {
    const height =
      BOX.head + Math.max(0, leading.filter((w) => w.from === state).length - 1) * BOX.row
    const node = { state, y, height }
    y += height + BOX.gap
    return node
  })
  const at = (state: string) => nodes.find((n) => n.state === state)!
  const ports = new Map<string, number>()
  const plain = leading.map((transition) => {
    const place = ports.get(transition.from) ?? 0
    ports.set(transition.from, place + 1)
    return {
      transition,
      from: at(transition.from).y + BOX.out + place * BOX.row,
      to: at(transition.name).y + BOX.in,
    }
  })
  // Short transitions first, next to the labels; a lane is free again after its last transition
  // ends.
  const lanes: { low: number; high: number; to: number }[][] = []
  const edges = [...plain]
    .sort((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from))
    .map((edge): Edge => {
      const low = Math.min(edge.from, edge.to)
      const high = Math.max(edge.from, edge.to)
      const free = lanes.findIndex((taken) =>
        taken.every((o) => o.high + 4 < low || o.low - 4 > high || o.to === edge.to),
      )
      const lane = free < 0 ? lanes.length : free
      ;(lanes[lane] ??= []).push({ low, high, to: edge.to })
      return { ...edge, lane }
    })
  return { nodes, edges, lanes: lanes.length, height: y - BOX.gap + BOX.top, anywhere }
}
