/**
 * Limits a cache by number of entries. With plain `max`, lru-cache allocates all entries at creation, which wastes
 * memory for the large caches of an idle process.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
