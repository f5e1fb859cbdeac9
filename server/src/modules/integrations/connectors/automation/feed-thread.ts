// Reads feeds away from the event loop: any site may send one.
import { answerRequests } from '../../../../platform/threads/answer-requests.ts'
import { readFeed } from './read-feed.ts'
import type { Feed } from './read-feed.ts'

answerRequests<string, Feed | null>(readFeed)
