import { describe, expect, it } from 'vitest'
import { createAddressRules } from './address-rules.ts'

const target = (address: string, hostname = 'example.test', port = 443) => ({ hostname, port, address })

describe('address rules', () => {
  const closed = createAddressRules([])

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
  ])('allows %s', (address) => expect(closed(target(address))).toBe(true))

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('refuses %s', (address) => expect(closed(target(address))).toBe(false))

  it('allows only what an entry names', () => {
    const rules = createAddressRules([
      'ollama.internal',
      'vllm.internal:8000',
      '10.1.0.0/16',
      '127.0.0.1:11434',
      '[::1]:8080',
      ' fd12::/16 ',
      '192.168.7.7',
    ])
    expect(rules(target('10.9.9.9', 'ollama.internal'))).toBe(true)
    expect(rules(target('10.9.9.9', 'OLLAMA.internal.'))).toBe(true)
    expect(rules(target('10.9.9.9', 'evil.ollama.internal'))).toBe(false)
    expect(rules(target('10.9.9.9', 'vllm.internal', 8000))).toBe(true)
    expect(rules(target('10.9.9.9', 'vllm.internal', 8001))).toBe(false)
    expect(rules(target('10.1.255.1'))).toBe(true)
    expect(rules(target('::ffff:10.1.2.3'))).toBe(true)
    expect(rules(target('10.2.0.1'))).toBe(false)
    expect(rules(target('127.0.0.1', 'localhost', 11434))).toBe(true)
    expect(rules(target('127.0.0.1', 'localhost', 22))).toBe(false)
    expect(rules(target('::1', 'localhost', 8080))).toBe(true)
    expect(rules(target('fd12::5'))).toBe(true)
    expect(rules(target('192.168.7.7', 'x', 1))).toBe(true)
  })

  it.each(['http://x', '10.0.0.0/99', 'a b', 'host:0', 'host:70000', '*.example.com', '10.0.0.0/8/8'])('refuses the entry %s', (entry) => {
    expect(() => createAddressRules([entry])).toThrow(/EGRESS_ALLOW/)
  })
})
