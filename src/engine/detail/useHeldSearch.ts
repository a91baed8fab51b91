import { useCallback, useMemo, useState } from 'react'
import type { ListSearchState, SetListSearch } from '../links.tsx'
import type { AnyListSearch } from '../listSearch.ts'

/** State for `HeldSearch`: of a list that is part of a page. */
export const useHeldSearch = (): ListSearchState => {
  const [search, setSearch] = useState<AnyListSearch>({})
  const set = useCallback<SetListSearch>(
    (change) =>
      setSearch((old) =>
        typeof change === 'function'
          ? change(old)
          : { ...old, page: undefined, after: undefined, ...change },
      ),
    [],
  )
  return useMemo(() => [search, set], [search, set])
}
