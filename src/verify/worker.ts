import { expose } from 'comlink';
import { checks } from './checks.ts';

expose(checks);
