import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointOfUrl, endpointText, parseEndpoint } from '../../../src/domain/plan/grants.ts';

describe('a host that may be reached', () => {
  it.each([
    ['registry.example.com', { host: 'registry.example.com', port: null }],
    ['Registry.Example.COM:8443', { host: 'registry.example.com', port: 8443 }],
    ['localhost:5432', { host: '127.0.0.1', port: 5432 }],
    ['10.0.0.7', { host: '10.0.0.7', port: null }],
    ['*.example.com', { host: '*.example.com', port: null }],
    ['my_host', { host: 'my_host', port: null }],
  ])('%s', (text, endpoint) => {
    expect(parseEndpoint(text)).toEqual(endpoint);
  });

  it.each([
    '*',
    '*.com',
    'a.*.example.com',
    'a..b',
    '.a',
    'a.',
    'a:0',
    'a:65536',
    'a:b',
    'a b',
    '10.0.0.0/8',
    '[::1]:80',
    'http://a',
    '-a',
    '',
  ])('is not %j', (text) => {
    expect(parseEndpoint(text)).toBeNull();
  });

  it('reads what it writes', () => {
    const host = fc.stringMatching(/^[a-z0-9]{1,5}(\.[a-z0-9]{1,5}){0,3}$/);
    fc.assert(
      fc.property(host, fc.option(fc.integer({ min: 1, max: 65_535 })), (name, port) => {
        const endpoint = { host: name === 'localhost' ? 'a' : name, port };
        expect(parseEndpoint(endpointText(endpoint))).toEqual(endpoint);
      }),
    );
  });
});

describe('where a URL leads', () => {
  it.each([
    ['https://api.example.com/v1', 'api.example.com:443'],
    ['http://127.0.0.1:4010', '127.0.0.1:4010'],
    ['http://localhost', '127.0.0.1:80'],
    ['https://u:p@a.example.com:8443?x', 'a.example.com:8443'],
  ])('%s', (url, text) => {
    const endpoint = endpointOfUrl(url);
    expect(endpoint === null ? null : endpointText(endpoint)).toBe(text);
  });

  it.each(['ftp://a', 'a.example.com', 'https://', 'file:///etc/passwd', 'https://[::1]/'])(
    'is nowhere: %s',
    (url) => {
      expect(endpointOfUrl(url)).toBeNull();
    },
  );
});
