import { IconArrowRight } from '@tabler/icons-react'
import { TagList } from '#engine/tags/TagList.tsx'
import type { Command } from './command.ts'
import css from './palette.module.css'

/** A command in the list. */
export const Option = ({
  id,
  command,
  section,
  chosen,
  onPoint,
  onRun,
}: {
  readonly id: string
  readonly command: Command
  /** Title of its section, which it does not repeat. */
  readonly section: string | undefined
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}) => {
  const { icon: CommandIcon = IconArrowRight } = command
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={`${css.option} ${command.danger ? css.danger : ''}`}
      onPointerDown={(e) => e.preventDefault()}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <CommandIcon size={16} stroke={1.5} aria-hidden />
      <bdi className={css.label}>{command.label}</bdi>
      {command.hint && command.hint !== section ? (
        <bdi className={css.hint}>{command.hint}</bdi>
      ) : null}
      {command.tags ? (
        <span className={css.tags}>
          <TagList collection={command.tags.of} tags={command.tags.list.slice(0, 3)} />
        </span>
      ) : null}
    </div>
  )
}
