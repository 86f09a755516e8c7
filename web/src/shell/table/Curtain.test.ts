import { render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { settings } from '../../lib/settings.svelte';
import Curtain from './Curtain.svelte';

settings.language = 'en';

describe('the curtain between two hands', () => {
  it('says whose turn it is, and is lifted with Enter or a tap', () => {
    const lift = vi.fn();
    render(Curtain, { seat: 1, name: 'Ben', lift });
    expect(screen.getByRole('heading').textContent).toBe('It is Ben’s turn');
    const button = screen.getByRole('button', { name: 'I am Ben' });
    expect(document.activeElement).toBe(button);
    button.click();
    expect(lift).toHaveBeenCalledOnce();
  });
});
