"""What the sections of pipelines share: a producer, stages, work, and the order of packets."""
