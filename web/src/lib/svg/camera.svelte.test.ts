import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Camera } from './camera.svelte';

describe('the camera', () => {
  let camera: Camera;

  beforeEach(() => {
    camera = new Camera(() => ({ left: -10, top: 0, width: 20, height: 10 }));
  });

  it('shows more on a screen of another shape', () => {
    expect(camera.seenOn(400, 400)).toEqual({ left: -10, top: -5, width: 20, height: 20 });
    camera.zoomBy(2);
    expect(camera.seenOn(400, 100)).toEqual({ left: -10, top: 2.5, width: 20, height: 5 });
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

  describe('with a finger', () => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const finger = (type: string, x: number) =>
      new PointerEvent(type, { pointerId: 1, pointerType: 'touch', clientX: x, clientY: 0, bubbles: true });
    let stop: () => void;

    beforeEach(() => {
      // The screen is ten times as large as the plane.
      svg.getScreenCTM = () => new DOMMatrix([10, 0, 0, 10, 0, 0]);
      document.body.append(svg);
      stop = camera.gestures(svg);
    });
    afterEach(() => stop());

    function drag(by: number): void {
      svg.dispatchEvent(finger('pointerdown', 50));
      window.dispatchEvent(finger('pointermove', 50 - by));
      window.dispatchEvent(finger('pointerup', 50 - by));
    }

    it('pans when it is close', () => {
      camera.zoomBy(2);
      drag(20);
      expect(camera.viewBox).toBe('-3 2.5 10 5');
      expect(camera.gestured).toBe(true);
    });

    it('taps when the finger hardly moves', () => {
      camera.zoomBy(2);
      drag(9);
      expect(camera.viewBox).toBe('-5 2.5 10 5');
      expect(camera.gestured).toBe(false);
    });

    it('leaves dragging to the page when everything is in sight', () => {
      drag(20);
      expect(camera.gestured).toBe(false);
    });
  });
});
