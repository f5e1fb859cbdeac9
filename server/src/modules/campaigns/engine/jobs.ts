export const buildJob = 'campaigns.build'
export const chunkJob = 'campaigns.sendChunk'

export interface BuildData {
  orgId: string
  sendId: string
}

export interface ChunkData extends BuildData {
  chunk: number
}
