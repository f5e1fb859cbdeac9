export function heapFlags(memoryMb: number): string[]
export function memoryMb(total?: number, limit?: number): number
