import { useQuery } from '@tanstack/react-query'
import { appConfig } from '#data/config.ts'
import { chosenColorsQuery } from '#data/tags.ts'
import { own } from '#schemas/define/own.ts'
import { colorOfTag, type TagColor } from '#schemas/define/tagForm.ts'
import { TagChip } from '#ui/TagChip.tsx'

/** The colour of a tag of a collection: the chosen one, otherwise its usual one. */
export const useTagColor = (collection: string): ((tag: string) => TagColor) => {
  const { data } = useQuery({
    ...chosenColorsQuery(collection),
    // The server keeps no colours for these records.
    enabled: own(appConfig().documents, collection) === undefined,
  })
  return (tag) => data?.data.find((one) => one.tag === tag)?.color ?? colorOfTag(tag)
}

/** Tags of a record of `collection` as chips. */
export const TagList = ({
  collection,
  tags,
}: {
  readonly collection: string
  readonly tags: readonly string[]
}) => {
  const colorOf = useTagColor(collection)
  return tags.map((tag) => (
    <TagChip key={tag} color={colorOf(tag)}>
      {tag}
    </TagChip>
  ))
}
