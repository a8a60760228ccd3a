import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hasEarlyResponse, responseUnderWay } from './response-under-way.js';

describe('of the private parts of Node', () => {
  let server: Server;
  let client: Socket;

  beforeEach(async () => {
    server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  const requested = async (words: string): Promise<[IncomingMessage, ServerResponse]> => {
    client.write(words);
    const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    // As Express does.
    return [Object.assign(request, { res: response }), response];
  };

  it('socket._httpMessage is the response until it has ended, and null from then on', async () => {
    const [{ socket }, response] = await requested('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(responseUnderWay(socket)).toBe(response);
    response.end();
    await once(response, 'finish');
    expect(responseUnderWay(socket)).toBeNull();
  });

  it('socket.parser.incoming is the request while its body arrives', async () => {
    const [{ socket }, response] = await requested(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf',
    );
    expect(hasEarlyResponse(socket)).toBe(false);
    response.end();
    expect(hasEarlyResponse(socket)).toBe(true);
  });

  it('socket.parser.incoming is complete, or gone, when the whole request was there first', async () => {
    const [{ socket }, response] = await requested('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    response.end('whole');
    expect(hasEarlyResponse(socket)).toBe(false);
    expect(await text(client)).toContain('whole');
  });
});
