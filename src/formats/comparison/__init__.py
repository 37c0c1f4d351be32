"""Two ways to make a prompt side by side: over which conversations they agree, and where they part."""
