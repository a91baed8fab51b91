import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { appConfig } from '#data/config.ts'
import { keys } from '#data/queries.ts'
import type { RecordData } from '#data/types.ts'
import type { ResourceModel } from '#model/types.ts'

/**
 * Follows changes by others to a record kept in documents, if the configuration enables it; records
 * of the server are followed once for all pages.
 */
export const useFollowed = ({ collection }: ResourceModel, { id, version }: RecordData): void => {
  const client = useQueryClient()
  const shown = useRef(version)
  shown.current = version
  useEffect(() => {
    if (!appConfig().firebase?.documents.live.includes(collection)) return
    let over = false
    let stop: (() => void) | undefined
    void import('#data/documents/firestore.ts').then(({ firestoreSource }) => {
      if (!over) {
        stop = firestoreSource(collection).source.watch(
          id,
          () => shown.current,
          () => void client.invalidateQueries({ queryKey: keys.collection(collection) }),
        )
      }
    })
    return () => {
      over = true
      stop?.()
    }
  }, [client, collection, id])
}
