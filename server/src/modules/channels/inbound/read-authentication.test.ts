import { describe, expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

const mail = (...headers: string[]): Buffer =>
  Buffer.from([...headers, 'Message-ID: <a@x.example>', 'Subject: Hi', 'Content-Type: text/plain', '', 'Hello', ''].join('\r\n'))
const from = 'From: Ada <ada@example.com>'
const results = (texts: string) => `Authentication-Results: ${texts}`
const verified = async (authservId: string, ...headers: string[]) =>
  (await readMail(mail(...headers), null, authservId)).item.data.isSenderVerified

describe('verified senders', () => {
  test.each([
    ['DMARC', 'mx.example.net; dmarc=pass (p=REJECT) header.from=example.com'],
    ['DKIM of the domain', 'mx.example.net 1; dkim=pass header.d=example.com header.s=a'],
    ['DKIM by identity', 'MX.Example.NET; dkim=pass header.i=@example.com'],
    ['SPF of the domain', 'mx.example.net; spf=pass smtp.mailfrom=bounce@example.com'],
    ['one of several signatures', 'mx.example.net; dkim=fail header.d=example.com;\r\n dkim=pass header.d=example.com; spf=none'],
    [
      'quotes and comments',
      'mx.example.net; spf=fail (not; this "one") reason="dkim=x; y" smtp.mailfrom=a@b.example; dkim=pass header.d = example.com',
    ],
  ])('%s', async (_name, texts) => {
    expect(await verified('mx.example.net', results(texts), from)).toBe(true)
  })

  test('accepts subdomains of an authenticated domain', async () => {
    const texts = 'mx.example.net; dkim=pass header.d=example.com'
    expect(await verified('mx.example.net', results(texts), 'From: a@news.example.com')).toBe(true)
  })
})

describe('unverified senders', () => {
  const good = 'mx.example.net; dmarc=pass header.from=example.com'
  test.each([
    ['without the name of the server', '', [results(good), from]],
    ['by a header of another server', 'mx.other.net', [results(good), from]],
    ['without any result', 'mx.example.net', [results('mx.example.net; none'), from]],
    [
      'by another domain',
      'mx.example.net',
      [results('mx.example.net; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=evil.example'), from],
    ],
    ['by a domain below', 'mx.example.net', [results('mx.example.net; dkim=pass header.d=user.example.com'), from]],
    ['by a name that only ends like it', 'mx.example.net', [results('mx.example.net; dkim=pass header.d=ample.com'), from]],
    ['by a top level', 'mx.example.net', [results('mx.example.net; dkim=pass header.d=com'), from]],
    [
      'in words of a comment',
      'mx.example.net',
      [results('mx.example.net; spf=fail (; dkim=pass header.d=example.com;) smtp.mailfrom=x@y.example'), from],
    ],
    [
      'against DMARC',
      'mx.example.net',
      [results('mx.example.net; dmarc=fail header.from=example.com; spf=pass smtp.mailfrom=example.com'), from],
    ],
    ['by a forged header below', 'mx.example.net', [results('mx.example.net; dmarc=fail header.from=example.com'), results(good), from]],
    ['with two senders', 'mx.example.net', [results(good), 'From: ada@example.com, eve@evil.example']],
    ['with two From lines', 'mx.example.net', [results(good), 'From: eve@evil.example', from]],
  ])('%s', async (_name, authservId, headers) => {
    expect(await verified(authservId, ...headers)).toBe(false)
  })
})
