import { createSocket } from 'node:dgram'

type RecordType = 'A' | 'AAAA' | 'CNAME' | 'NS' | 'TXT'
const codes: Record<RecordType, number> = { A: 1, NS: 2, CNAME: 5, TXT: 16, AAAA: 28 }

/** A name server on this machine that speaks the protocol of DNS over UDP. */
export interface DnsServer {
  /** `127.0.0.1:port`, for a resolver. */
  address: string
  port: number
  /** Questions so far, as `TXT name`. */
  asked: string[]
  /** Replaces the records of a name and type; none: removes them. */
  set(name: string, type: RecordType, ...values: string[]): void
  /** Answers nothing at all from now on. */
  silence(isSilent: boolean): void
  close(): Promise<void>
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]), Buffer.from([0])])

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

function encodeData(type: RecordType, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'TXT') {
    const pieces = value.match(/[\s\S]{1,255}/g) ?? ['']
    return Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), Buffer.from(piece, 'latin1')]))
  }
  if (type === 'AAAA')
    return Buffer.from(value.split(':').flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]))
  return encodeName(value)
}

function encodeRecord(name: string, type: RecordType, value: string): Buffer {
  const data = encodeData(type, value)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(codes[type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(3600, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), fixed, data])
}

/** Starts a name server; it is its own resolver and the authority of all names that it was given. */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  let isSilent = false
  socket.on('message', (packet, from) => {
    const { name, type, end } = readQuestion(packet)
    const kind = (Object.keys(codes) as RecordType[]).find((each) => codes[each] === type)
    asked.push(`${kind ?? type} ${name}`)
    if (isSilent) return
    const own = kind ? (records.get(`${kind} ${name}`) ?? []).map((value) => encodeRecord(name, kind, value)) : []
    // An alias answers a question for any other type, too.
    const alias = own.length === 0 ? (records.get(`CNAME ${name}`) ?? []).map((value) => encodeRecord(name, 'CNAME', value)) : []
    const answers = [...own, ...alias]
    const isKnown = answers.length > 0 || [...records.keys()].some((key) => key.endsWith(` ${name}`) || key.endsWith(`.${name}`))
    const head = Buffer.alloc(12)
    packet.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x85_80 | (isKnown ? 0 : 3), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([head, packet.subarray(12, end), ...answers]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  return {
    address: `127.0.0.1:${port}`,
    port,
    asked,
    set: (name, type, ...values) => void (values.length > 0 ? records.set(`${type} ${name}`, values) : records.delete(`${type} ${name}`)),
    silence: (silent) => {
      isSilent = silent
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
