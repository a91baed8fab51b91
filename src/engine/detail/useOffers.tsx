import { IconDownload } from '@tabler/icons-react'
import { useHolds } from '#data/me.ts'
import type { RecordData } from '#data/types.ts'
import type { ActionModel, ResourceModel, Transition } from '#model/types.ts'
import { label, useTranslation } from '#ui/i18n.ts'
import { TAG } from '#schemas/define/tagName.ts'
import { sortActions, sortTransitions, type Offer, type Offers } from '../actionBar.ts'
import { actionLabel } from '../actionLabel.ts'
import { openActions, openTransitions, type RecordActions } from '../recordActions.ts'
import { relatedScreens } from '../relatedScreens.ts'
import type { ResourceRights } from '../resource.ts'

/**
 * Everything a person may do with a record on its page: its transitions, its actions, the screens
 * it has and its documents. `during` receives each outcome.
 */
export const useOffers = (
  resource: ResourceModel,
  record: RecordData,
  actions: RecordActions & { readonly rights: ResourceRights },
): ((during: (outcome: Promise<boolean>) => void) => Offers) => {
  const { t, i18n } = useTranslation()
  const can = useHolds()
  const { rights } = actions
  const ways = sortTransitions(resource, openTransitions(resource, record, rights))
  // Tags are changed in the head itself.
  const open = openActions(resource, record, rights).filter((a) => a.name !== TAG)
  const acts = sortActions(open, String(record.state))
  const language = i18n.language
  const toneOf = ({ name }: Transition) => resource.states.find((s) => s.value === name)?.tone
  return (during) => {
    const move = (transition: Transition): Offer => ({
      key: transition.name,
      label: label(transition.label),
      danger: toneOf(transition) === 'danger',
      run: () => during(actions.transition(record, transition)),
    })
    const act = (action: ActionModel): Offer => ({
      key: action.name,
      label: actionLabel(action, record, language),
      danger: action.tone === 'danger',
      run: () => during(actions.act(record, action)),
    })
    const screens = (record.deletedAt ? [] : relatedScreens(resource, can)).map(
      ({ label: text, icon: ScreenIcon, href }): Offer => ({
        key: text,
        label: t(text),
        icon: <ScreenIcon size={16} aria-hidden />,
        href: href(record.id),
      }),
    )
    const documents = (record.deletedAt ? [] : (resource.documents ?? [])).map(
      ({ name, label: text, type = 'pdf' as const }): Offer => ({
        key: `${name}.${type}`,
        label: label(text),
        icon: <IconDownload size={16} aria-hidden />,
        run: () =>
          void import('./downloadDocument.ts').then(({ downloadDocument }) =>
            downloadDocument(resource, record, name, type),
          ),
      }),
    )
    return {
      leading: [...ways.leading.map(move), ...acts.leading.map(act)],
      others: [...screens, ...documents, ...acts.others.map(act), ...ways.careful.map(move)],
      ending: [...acts.ending.map(act), ...ways.ending.map(move)],
    }
  }
}
