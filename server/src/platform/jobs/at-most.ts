/**
 * The bound of a cache in number of entries. With its plain `max` lru-cache makes room for all of them when it is made, which for the large
 * caches of a process that nobody uses yet is memory for nothing.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
