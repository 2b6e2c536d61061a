import { expose } from 'comlink';
import { createDirectMount } from './direct-mount.ts';

expose(createDirectMount());
