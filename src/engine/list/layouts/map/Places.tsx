import 'leaflet/dist/leaflet.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Included, RecordData } from '#data/types.ts'
import { mapsOf } from '#model/layouts.ts'
import type { FieldModel } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { ErrorState, Loading } from '#ui/states.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { titleOf } from '../../../recordActions.ts'
import { FieldChoice, useChosenField } from '../FieldChoice.tsx'
import type { LayoutProps } from '../LayoutView.tsx'
import { useCountText } from '../countText.ts'
import { useAllRows } from '../useAllRows.ts'
import { PlacePanel } from './PlacePanel.tsx'
import { boundsOf, CLOSEST, marksOf, placeOf, type Mark, type Marks } from './places.ts'
import { useMap } from './useMap.ts'
import { useMarks } from './useMarks.ts'
import layouts from '../layouts.module.css'
import css from './map.module.css'

/** Every row of the list with its place. */
const useRows = ({ query, resource }: LayoutProps['list'], field: FieldModel) => {
  const { page: _, cursor: __, limit: ___, ...asked } = query
  const response = useAllRows(resource, {
    ...asked,
    fields: [...new Set([...(asked.fields ?? []), field.name])],
  })
  return { ...response, asked: JSON.stringify([asked.filter, asked.search]) }
}

/** Buttons that zoom, and show every record again. */
const Tools = ({
  press,
  onAll,
}: {
  readonly press: (key: string) => unknown
  readonly onAll: () => void
}) => {
  const { t } = useTranslation()
  const tools = [
    { name: t('layouts.zoomIn'), Icon: IconPlus, run: () => press('+') },
    { name: t('layouts.zoomOut'), Icon: IconMinus, run: () => press('-') },
    { name: t('layouts.fitAll'), Icon: IconArrowsMaximize, run: onAll },
  ]
  return (
    <div className={css.tools}>
      {tools.map(({ name, Icon, run }) => (
        <button key={name} type="button" aria-label={name} title={name} onClick={() => void run()}>
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </div>
  )
}

/** How many records are on the map, and those without a place. */
const Foot = ({
  many,
  field,
  places,
  nowhere,
  failed,
  onNowhere,
}: {
  readonly many: string
  readonly field: FieldModel
  readonly places: number
  readonly nowhere: number
  /** The countries could not be loaded. */
  readonly failed: boolean
  readonly onNowhere: () => void
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <div className={layouts.foot}>
      <div role="status">{t('layouts.placesHere', { number: number(places), many })}</div>
      {nowhere ? (
        <button type="button" className={css.link} onClick={onNowhere}>
          {t('layouts.withoutPlace', { number: number(nowhere), field: inSentence(field.label) })}
        </button>
      ) : null}
      {failed ? <div role="alert">{t('common.somethingWrong')}</div> : null}
    </div>
  )
}

interface ShownProps extends LayoutProps {
  readonly field: FieldModel
  readonly rows: readonly RecordData[]
  readonly included: Included
  /** Changes with the filters: then the map shows all records again. */
  readonly asked: string
}

/** Ids of the records of a mark. */
const idsOf = (marks: Marks, mark: Mark): readonly string[] =>
  mark.group === undefined ? [mark.id ?? ''] : marks.idsOf(mark.group)

/** Tells the list which records are on the map. */
const useDrawn = ({ drawRows }: LayoutProps['list'], rows: readonly RecordData[]): void =>
  useEffect(() => {
    drawRows(rows)
    return () => drawRows([])
  }, [rows, drawRows])

const MapOf = ({ list, menuOf, field, rows, included, asked }: ShownProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { resource } = list
  useDrawn(list, rows)
  const many = inSentence(resource.label.many)
  const { holder, map, fit, press, failed, attribution } = useMap()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const marks = useMemo(() => marksOf(rows, field.name), [rows, field.name])
  const places = useMemo(
    () => rows.flatMap((row) => placeOf(row, field.name) ?? []),
    [rows, field.name],
  )
  const nowhere = rows.filter((row) => !placeOf(row, field.name))
  const all = boundsOf(places)
  const fitted = useRef<string>(undefined)
  useEffect(() => {
    if (!map || !all || fitted.current === asked) return
    fitted.current = asked
    fit(all)
  }, [map, all, asked, fit])
  useMarks(map, marks, {
    number: format.number,
    name: (mark) =>
      mark.id === undefined
        ? t('layouts.placesHere', { number: format.number(mark.count), many })
        : titleOf(resource, byId.get(mark.id) ?? { id: mark.id, version: 0 }),
    tone: ({ id }) =>
      resource.states.find((s) => id !== undefined && s.value === byId.get(id)?.state)?.tone,
    chosen: ({ id }) => id !== undefined && chosen.has(id),
    onChoose: (mark) => {
      const closest = Math.min(map?.getMaxZoom() ?? CLOSEST, CLOSEST)
      if (mark.group !== undefined && marks.zoomOf(mark.group) <= closest) {
        map?.setView(mark, marks.zoomOf(mark.group), { animate: false })
      } else setChosen(new Set(idsOf(marks, mark)))
    },
  })
  const open = rows.filter((row) => chosen.has(row.id))
  const close = () => setChosen(new Set())
  return (
    <>
      <p id="map-keys" className="visually-hidden">
        {t('layouts.mapKeys')}
      </p>
      <div
        className={css.frame}
        onKeyDown={(e) => {
          const own = e.target === holder.current && press(e.key)
          const closes = e.key === 'Escape' && chosen.size > 0
          if (closes) close()
          if (own || closes) e.preventDefault()
        }}
      >
        <div
          ref={holder}
          className={css.map}
          dir="ltr"
          role="group"
          tabIndex={0}
          aria-label={t('layouts.mapOf', { many: label(resource.label.many) })}
          aria-describedby="map-keys"
        />
        <Tools press={press} onAll={() => all && fit(all)} />
        {attribution ? <span className={css.attribution}>{attribution}</span> : null}
        {open.length ? (
          <PlacePanel {...{ list, menuOf, included, field }} rows={open} onClose={close} />
        ) : null}
      </div>
      <Foot
        {...{ many, field, failed }}
        places={places.length}
        nowhere={nowhere.length}
        onNowhere={() => setChosen(new Set(nowhere.map((row) => row.id)))}
      />
    </>
  )
}

const Loaded = (props: LayoutProps & { readonly field: FieldModel }) => {
  const { list, field, nothing } = props
  const countText = useCountText(list.resource)
  const { data, error, refetch, asked, isPlaceholderData } = useRows(list, field)
  const [settled, setSettled] = useState(asked)
  if (!isPlaceholderData && data && settled !== asked) setSettled(asked)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading shape="map" />
  if (!data.rows.length) return <div className={layouts.surface}>{nothing}</div>
  return (
    <>
      <MapOf {...props} rows={data.rows} included={data.included} asked={settled} />
      {data.cut ? (
        <div className={layouts.foot}>{countText(data.rows.length, data.cut)}</div>
      ) : null}
    </>
  )
}

/** Records on a map, by a field with their place. */
export const Places = (props: LayoutProps) => {
  const { t } = useTranslation()
  const { list, nothing } = props
  const { offered, field } = useChosenField(list, mapsOf(list.resource))
  if (!field) return <div className={layouts.surface}>{nothing}</div>
  return (
    <div className={layouts.stack}>
      {offered.length > 1 ? (
        <FieldChoice list={list} title={t('layouts.map')} offered={offered} chosen={field.name} />
      ) : null}
      <Loaded key={field.name} {...props} field={field} />
    </div>
  )
}
