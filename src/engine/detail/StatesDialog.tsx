import { useId } from 'react'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel, Transition } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { BOX, diagramOf } from './diagram.ts'
import css from './states.module.css'

const LANE = 14
/** Width of one character of a label, and the padding around the label. */
const LETTER = 6.4
const AROUND_LABEL = 30
const ARROW = 7

/**
 * Diagram of a record's lifecycle: its states, its transitions and the current state, repeated as a
 * list.
 */
export const StatesDialog = ({
  resource,
  record,
  onClose,
}: {
  readonly resource: ResourceModel
  readonly record: RecordData
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const one = inSentence(resource.label.one)
  const state = (value: string) => resource.states.find((s) => s.value === value)
  const nameOf = (value: string) =>
    value === '' ? t('layouts.anyState') : label(state(value)?.label ?? value)
  const marks = (value: string) => [
    ...(value === resource.initial ? [t('layouts.startsHere')] : []),
    ...(value === record.state ? [t('layouts.isHere')] : []),
    ...(state(value)?.final ? [t('layouts.final')] : []),
  ]
  const transitions = (from: string) => resource.transitions.filter((w) => w.from === from)
  const described = (w: Transition) =>
    `${t('layouts.leads', { action: label(w.label), state: nameOf(w.name) })}${w.reason ? ` (${t('layouts.asksReason')})` : ''}`
  return (
    <Dialog title={t('layouts.lifecycleTitle', { one })} onClose={onClose} wide>
      <StateDiagram
        resource={resource}
        current={String(record.state)}
        name={t('layouts.diagramOf', { one, count: resource.states.length })}
        nameOf={nameOf}
      />
      <h3 className={css.heading}>{t('layouts.asList')}</h3>
      <ul className={css.list}>
        {resource.states.map(({ value, tone }) => (
          <li key={value} aria-current={value === record.state ? 'step' : undefined}>
            <Badge tone={tone}>{nameOf(value)}</Badge>{' '}
            <span className={css.marks}>{marks(value).join(' · ')}</span>
            {transitions(value).length ? (
              <ul>
                {transitions(value).map((w) => (
                  <li key={w.name}>{described(w)}</li>
                ))}
              </ul>
            ) : (
              <p className={css.marks}>{t('layouts.noTransition')}</p>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const

/** The heads of the arrows, one per tone, as `${id}${tone}`. */
const ArrowHeads = ({ id }: { readonly id: string }) =>
  tones.map((tone) => (
    <marker
      key={tone}
      id={`${id}${tone}`}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth={ARROW}
      markerHeight={ARROW}
      orient="auto"
    >
      <path d="M0 0 8 4 0 8z" className={css.arrow} data-tone={tone} />
    </marker>
  ))

interface LegendProps {
  readonly current: string
  /** True if a transition asks for a reason. */
  readonly reasons: boolean
  /** True if a transition starts in any state. */
  readonly anyState: boolean
}

const Legend = ({ current, reasons, anyState }: LegendProps) => {
  const { t } = useTranslation()
  return (
    <p className={css.legend}>
      <span>● {t('layouts.startsHere')}</span>
      <span className={css.currentMark}>
        {t('layouts.isHere')}: {current}
      </span>
      {reasons ? <span>✎ {t('layouts.asksReason')}</span> : null}
      {anyState ? <span>✱ {t('layouts.anyState')}</span> : null}
    </p>
  )
}

interface StateDiagramProps {
  readonly resource: ResourceModel
  readonly current: string
  /** Accessible name. */
  readonly name: string
  readonly nameOf: (state: string) => string
}

/** Where the boxes and the labels of a diagram end, and its width. */
const measuresOf = ({ edges, lanes }: ReturnType<typeof diagramOf>) => {
  const lengths = edges.map(
    ({ transition }) => label(transition.label).length + (transition.reason ? 3 : 0),
  )
  const edgeOfBoxes = 4 + BOX.width
  const edgeOfLabels = edgeOfBoxes + AROUND_LABEL + LETTER * Math.max(...lengths)
  return { edgeOfBoxes, edgeOfLabels, width: edgeOfLabels + lanes * LANE + 12 }
}

/**
 * The diagram alone. Everything is positioned from the start edge, the right one in right-to-left
 * languages.
 */
const StateDiagram = ({ resource, current, name, nameOf }: StateDiagramProps) => {
  const id = useId()
  const diagram = diagramOf(resource)
  const { nodes, edges, height } = diagram
  const { edgeOfBoxes, edgeOfLabels, width } = measuresOf(diagram)
  const rtl = document.documentElement.dir === 'rtl'
  const x = (at: number) => (rtl ? width - at : at)
  const toneOf = (state: string) =>
    resource.states.find((s) => s.value === state)?.tone ?? 'neutral'
  return (
    <div className={css.scroll} role="group" aria-label={name} tabIndex={0}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={name}
        className={css.diagram}
        direction={rtl ? 'rtl' : 'ltr'}
      >
        <ArrowHeads id={id} />
        {edges.map(({ transition, from, to, lane }) => {
          const turn = edgeOfLabels + 6 + lane * LANE
          return (
            <g
              key={`${transition.from} ${transition.name}`}
              data-tone={toneOf(transition.name)}
              className={css.edge}
            >
              <path
                d={`M${x(edgeOfBoxes)} ${from}H${x(turn)}V${to}H${x(edgeOfBoxes + 1)}`}
                markerEnd={`url(#${id}${toneOf(transition.name)})`}
              />
            </g>
          )
        })}
        {edges.map(({ transition, from }) => (
          <text
            key={`${transition.from} ${transition.name}`}
            className={css.action}
            x={x(edgeOfBoxes + 12)}
            y={from - 5}
          >
            {label(transition.label)}
            {transition.reason ? <tspan className={css.reason}> ✎</tspan> : null}
          </text>
        ))}
        {nodes.map(({ state, y, height: tall }) => (
          <g
            key={state}
            className={css.node}
            data-tone={toneOf(state)}
            data-any={state === '' || undefined}
            data-current={state === current || undefined}
          >
            <rect x={x(rtl ? edgeOfBoxes : 4)} y={y} width={BOX.width} height={tall} rx={8} />
            <text x={x(4 + BOX.width / 2)} y={y + tall / 2 + 4} textAnchor="middle">
              {state === '' ? '✱' : nameOf(state)}
            </text>
            {state === resource.initial ? (
              <circle cx={x(4)} cy={y + tall / 2} r={4} className={css.start} />
            ) : null}
          </g>
        ))}
      </svg>
      <Legend
        current={nameOf(current)}
        reasons={edges.some((e) => e.transition.reason)}
        anyState={nodes.some((n) => n.state === '')}
      />
    </div>
  )
}
