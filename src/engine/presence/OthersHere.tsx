import { useHere, type Other } from '#data/presence.ts'
import type { ResourceModel } from '#model/types.ts'
import { Badge } from '#ui/Badge.tsx'
import { useTranslation } from '#ui/i18n.ts'
import { initials } from '#ui/initials.ts'
import { useNamedOthers } from './namedOthers.ts'
import css from './OthersHere.module.css'

/** More people than this become a number. */
const most = 4

const Person = ({ person }: { readonly person: Other }) => {
  const { t } = useTranslation()
  const doing = person.editing ? 'presence.editing' : 'presence.looking'
  const text = t(person.typing ? 'presence.typing' : doing, { name: person.name })
  return (
    <li className={css.person} data-editing={person.editing || undefined} title={text}>
      <span aria-hidden>{initials(person.name)}</span>
      <span className="visually-hidden">{text}</span>
    </li>
  )
}

/**
 * Announces the person's presence on the record and shows who else is there; renders nothing while
 * alone.
 */
export const OthersHere = ({
  resource,
  id,
  editing = false,
}: {
  readonly resource: ResourceModel
  readonly id: string
  /** This person has its form open. */
  readonly editing?: boolean
}) => {
  const { t } = useTranslation()
  useHere(resource.collection, id, editing ? 'editing' : 'here')
  const others = useNamedOthers(resource.collection, id)
  const shown = others.length > most ? others.slice(0, most - 1) : others
  const writer = others.find((p) => p.editing)
  return (
    <span className={css.here}>
      {others.length ? (
        <ul className={css.people} aria-label={t('presence.alsoHere')}>
          {shown.map((person) => (
            <Person key={person.id} person={person} />
          ))}
          {shown.length < others.length ? (
            <li
              className={css.person}
              title={others
                .slice(shown.length)
                .map((p) => p.name)
                .join(', ')}
            >
              <span aria-hidden>+{others.length - shown.length}</span>
              <span className="visually-hidden">
                {t('presence.more', { count: others.length - shown.length })}
              </span>
            </li>
          ) : null}
        </ul>
      ) : null}
      {/* Always mounted, so that a screen reader announces changes. */}
      <span aria-live="polite" className={css.note}>
        {writer ? (
          <Badge tone="warning">{t('presence.editing', { name: writer.name })}</Badge>
        ) : null}
      </span>
    </span>
  )
}
