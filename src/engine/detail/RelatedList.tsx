import { useMemo, useRef } from 'react'
import type { RecordData } from '#data/types.ts'
import type { Relation, ResourceModel } from '#model/types.ts'
import { inSentence, label, useTranslation } from '#ui/i18n.ts'
import { iconOf } from '#ui/icons.tsx'
import { EmptyState } from '#ui/states.tsx'
import { HeldSearch, ResourceLink } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'
import { ListContent } from '../list/ListContent.tsx'
import { useList, type List, type ListSetup } from '../list/useList.ts'
import { relationSearch } from '../relationSearch.ts'
import { AttachButton } from './attach/AttachButton.tsx'
import { attachedBy } from './attach/attachable.ts'
import { useHeldSearch } from './useHeldSearch.ts'
import { barButton } from '../list/barButton.ts'
import css from '../list/list.module.css'

interface Props {
  readonly owner: ResourceModel
  readonly record: RecordData
  readonly relation: Relation
  readonly target: ResourceModel
}

/** The other collection without what is the same in every row: the reference to this record. */
const without = (target: ResourceModel, field: string): ResourceModel => {
  const { queues: _, ...list } = target.list
  return {
    ...target,
    list: {
      ...list,
      columns: list.columns.filter((name) => name !== field),
      filters: list.filters.filter((name) => name !== field),
    },
  }
}

/** The parameters of the collection's own list that show the same rows. */
const asList = (own: AnyListSearch, relation: AnyListSearch): AnyListSearch => {
  const { where } = relation
  return where && own.where
    ? { ...own, where: { and: [where, own.where] } }
    : { ...own, ...relation }
}

const NoneYet = ({ owner, target }: Pick<Props, 'owner' | 'target'>) => {
  const { t } = useTranslation()
  const Icon = iconOf(target.nav.icon)
  return (
    <EmptyState
      icon={<Icon size={32} stroke={1.25} />}
      title={t('detail.empty')}
      text={t('detail.relatedEmpty', {
        many: inSentence(target.label.many),
        one: inSentence(owner.label.one),
      })}
    />
  )
}

const Records = ({ owner, record, relation, target }: Props) => {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const { field, many } = relation
  const resource = useMemo(() => without(target, field), [target, field])
  const preset = useMemo(
    () => ({
      path: `/${owner.collection}.${field}`,
      filter: { path: [field], op: many ? ('has' as const) : ('eq' as const), value: record.id },
    }),
    [owner, field, many, record.id],
  )
  const found = useList(resource, preset)
  const { rights } = found
  const setup = useMemo(
    (): ListSetup => ({
      ...found.setup,
      // An entity without pages has nowhere to go to.
      rights: target.path ? rights : { ...rights, read: false, update: false, create: false },
      addressOf: (search) => asList(search, relationSearch(target, field, [record.id])),
    }),
    [found.setup, rights, target, field, record.id],
  )
  const list: List = { ...found, ...setup, setup }
  const one = inSentence(target.label.one)
  const back = attachedBy(target, relation, rights)
  const tools = target.path ? (
    <>
      <ResourceLink
        resource={target}
        target={{ page: 'list', search: list.addressOf(list.search) }}
        className={barButton}
      >
        {t('detail.openAll')}
      </ResourceLink>
      {rights.create && !many ? (
        <ResourceLink
          resource={target}
          target={{ page: 'create', search: { preset: `${field}=${record.id}` } }}
          className={barButton}
        >
          {t('common.add', { one })}
        </ResourceLink>
      ) : null}
      {back ? <AttachButton {...{ owner, record, target }} field={back} /> : null}
    </>
  ) : undefined
  return (
    <div ref={root} role="group" aria-label={label(target.label.many)} className={css.screen}>
      <ListContent
        list={list}
        within={root}
        none={<NoneYet owner={owner} target={target} />}
        tools={tools}
      />
    </div>
  )
}

/**
 * Records of another collection that refer to this one, as their list: filter, sort, edit in place,
 * select and change them without leaving the record.
 */
export const RelatedList = (props: Props) => {
  const { record, relation } = props
  return (
    <HeldSearch value={useHeldSearch()}>
      <Records key={`${relation.collection}.${relation.field}.${record.id}`} {...props} />
    </HeldSearch>
  )
}
