import { beforeEach, describe, expect, it } from 'vitest';
import { Camera } from './camera.svelte';

describe('the camera', () => {
  let camera: Camera;

  beforeEach(() => {
    camera = new Camera(() => ({ left: -10, top: 0, width: 20, height: 10 }));
  });

  it('shows everything at first', () => {
    expect(camera.viewBox).toBe('-10 0 20 10');
  });

  it('comes closer to the middle', () => {
    camera.zoomBy(2);
    expect(camera.viewBox).toBe('-5 2.5 10 5');
  });

  it('keeps a point where it is on the screen', () => {
    camera.zoomBy(2, { x: -10, y: 0 });
    expect(camera.viewBox).toBe('-10 0 10 5');
  });

  it('never leaves the frame nor goes farther than it', () => {
    camera.zoomBy(0.1);
    expect(camera.zoom).toBe(1);
    camera.zoomBy(2);
    camera.panBy(100, -100);
    expect(camera.viewBox).toBe('0 0 10 5');
    camera.zoomBy(100);
    expect(camera.zoom).toBe(6);
  });

  it('pans to reveal a point, and only then', () => {
    camera.zoomBy(2);
    camera.reveal({ x: 0, y: 5 });
    expect(camera.viewBox).toBe('-5 2.5 10 5');
    camera.reveal({ x: 9, y: 5 });
    expect(camera.viewBox).toBe('0 2.5 10 5');
  });

  it('goes back to everything', () => {
    camera.zoomBy(3, { x: 1, y: 1 });
    camera.reset();
    expect(camera.viewBox).toBe('-10 0 20 10');
  });
});
